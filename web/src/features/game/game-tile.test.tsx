import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "#shared/testing/render.tsx";
import type { CatalogGame } from "./catalog.ts";
import { GameTile } from "./game-tile.tsx";

const game: CatalogGame = {
  code: "moonjar",
  procId: "201",
  groupCode: "slot",
  name_KOR: "달항아리",
  name_ENG: "Moon Jar",
  thumbnail: "/art/games/moonjar.svg",
  isNew: false,
  isHot: false,
  ownWallet: false,
  rtp: 9606,
  lines: 5,
  volatility: 2,
};

/** The game's button and what is said of it beyond its name. */
const described = () => {
  const button = screen.getByRole("button", { name: "Moon Jar" });
  const id = button.getAttribute("aria-describedby");
  return id === null ? null : [...(document.getElementById(id)?.children ?? [])].map((fact) => fact.textContent);
};

test("a tile says what the game's provider publishes, to a pointer, the keyboard and a screen reader", async () => {
  await show(<GameTile game={game} onPlay={() => undefined} />);
  expect(described()).toEqual(["RTP 96.06%", "5 lines", "Volatility 2 of 5"]);
});

test("what the provider does not publish is not said", async () => {
  const some = await show(<GameTile game={{ ...game, lines: 0, volatility: 0 }} onPlay={() => undefined} />);
  expect(described()).toEqual(["RTP 96.06%"]);
  some.unmount();
  await show(<GameTile game={{ ...game, rtp: 0, lines: 0, volatility: 0 }} onPlay={() => undefined} />);
  expect(described()).toBeNull();
});
