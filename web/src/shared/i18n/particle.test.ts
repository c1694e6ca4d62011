import { expect, test } from "vitest";
import { type Particle, withParticle } from "./particle.ts";

test.each<[string, Particle, string]>([
  ["5,000원", "이/가", "5,000원이"],
  ["5,000원", "으로/로", "5,000원으로"],
  ["한옥 스튜디오", "을/를", "한옥 스튜디오를"],
  ["달항아리", "과/와", "달항아리와"],
  ["서울", "으로/로", "서울로"],
  ["서울", "은/는", "서울은"],
  ["보너스(첫 입금)", "이/가", "보너스(첫 입금)이"],
  ["1,000 P", "을/를", "1,000 P를"],
  ["10", "이/가", "10이"],
  ["31", "으로/로", "31로"],
  ["2", "은/는", "2는"],
  ["36", "으로/로", "36으로"],
  ["₫1,000,000", "을/를", "₫1,000,000을"],
  ["Orbit Works", "이/가", "Orbit Works가"],
  ["Harbor Hall", "으로/로", "Harbor Hall로"],
  ["Saigon", "은/는", "Saigon은"],
  ["player_king", "이/가", "player_king이"],
  ["Comet", "을/를", "Comet을"],
  ["VIP", "이/가", "VIP가"],
  ["ATM", "을/를", "ATM을"],
  ["ไทย", "은/는", "ไทย는"],
  ["", "이/가", "가"],
])("%s with %s is %s", (value, particle, want) => {
  expect(withParticle(value, particle)).toBe(want);
});
