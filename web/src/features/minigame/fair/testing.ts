import { quicknet } from "#shared/fairness/beacon.ts";
import type { PublishedRound } from "./check-round.ts";

/** Test only: seconds from draw to draw of the round below, as often as quicknet has a value. */
export const EVERY = 3;

/**
 * Test only: a round with the second seed of a chain of internal/core/fairness/testdata and the round of quicknet that drand's documentation shows. Its outcome was
 * computed by a program of its own.
 */
export const honest: PublishedRound = {
  game: "eos3",
  no: 564_925_201,
  rules: 1,
  chain: "45cd0d40a72c806c4b78bbeca7a52d9fa6f25751fea57cf1564e7b70b9519db4",
  index: 2,
  commitment: "c84d4d5eefdde4a3251b1e621b7c199dfd25f0cda1328aed33451235988cd10e",
  beaconChain: quicknet.hash,
  beaconRound: 657_413,
  opensAt: "2023-09-15T10:57:03Z",
  closesAt: "2023-09-15T10:59:53Z",
  drawsAt: "2023-09-15T11:00:03Z",
  state: "drawn",
  seed: "2d5d58a6d7ab7eec12448c0c38f03c4d90f999bce0e0b5d23292fd5594d58380",
  signature: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
  outcome: { balls: [16, 6, 7, 5, 10], power: 6 },
  endedAt: "2023-09-15T11:00:06Z",
  reason: "",
  previousSeed: "b7b81dbeec01f0eee02e43da4988dafb5ecc56a90080555aff89bcbc92ba59c8",
};
