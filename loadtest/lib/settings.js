// What the environment says. `make k6` sets the first five; every script has its own defaults for the rest.
import { SharedArray } from "k6/data";

function required(name) {
  if (!__ENV[name]) throw new Error(`${name} is not set; make k6 SCRIPT=… sets it (loadtest/README.md)`);
  return __ENV[name];
}

export const url = required("HUB_URL");
export const origin = required("HUB_ORIGIN");
export const site = required("HUB_SITE");
export const redisURL = required("HUB_REDIS");
const file = required("HUB_MEMBERS");

/** A number from the environment. */
export function number(name, otherwise) {
  const n = Number(__ENV[name] ?? otherwise);
  if (!Number.isFinite(n) || n < 0) throw new Error(`${name} is not a number`);
  return n;
}

/** The members, parsed once for all VUs. */
export const members = new SharedArray("members", () =>
  open(file)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [memId, token, topic, hubKey, shard] = line.split("\t");
      return { memId, token, topic, hubKey, shard };
    }),
);

/** Sessions and the VUs that hold them: each VU has several, which is much cheaper than one each. */
export const sessions = Math.min(number("SESSIONS", members.length), members.length);
export const vus = Math.min(number("VUS", 20), sessions);

/** The members of a VU, n = 1 … vus. */
export function share(n) {
  const mine = [];
  for (let i = n - 1; i < sessions; i += vus) mine.push(members[i]);
  return mine;
}
