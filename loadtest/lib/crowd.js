// What a VU does with its share of the members, and the times that all scenarios of a script agree on.
import exec from "k6/execution";
import { Counter } from "k6/metrics";
import { metrics, pause, Session } from "./session.js";
import { number, sessions, share, vus } from "./settings.js";

const held = new Counter("hub_sessions_held"); // connected until the end

/** Seconds from the start until everybody has to be there. */
export const ramp = number("RAMP", 5 + Math.ceil(sessions / 200));
const grace = 10; // seconds for what is under way at the end; more than the watcher's five

/** A script of members who listen for so many seconds while others publish: its scenarios and the thresholds of every script. */
export function options(seconds, others, thresholds) {
  const scenarios = {
    members: {
      executor: "per-vu-iterations",
      exec: "listen",
      vus,
      iterations: 1,
      maxDuration: `${ramp + seconds + 60}s`,
    },
  };
  for (const [name, vus] of Object.entries(others)) {
    scenarios[name] = {
      executor: "per-vu-iterations",
      exec: name,
      vus,
      iterations: 1,
      startTime: `${ramp}s`,
      maxDuration: `${seconds + 60}s`,
    };
  }
  return { scenarios, thresholds: { ...promises, hub_sessions_held: [`count==${sessions}`], ...thresholds } };
}

/** What no run may break. */
const promises = {
  hub_connect_failed: ["rate==0"],
  hub_decrypt_failed: ["count==0"],
  hub_version_back: ["count==0"],
  hub_seq_gap: ["count==0"],
  hub_foreign_topic: ["count==0"],
  hub_sessions_lost: ["count==0"],
};

/** The sessions of this VU. */
export function mine() {
  return share(exec.scenario.iterationInTest + 1).map((m) => new Session(m));
}

/** Connects all, at most `at` at once. */
export async function connectAll(all, at) {
  let next = 0;
  const worker = async () => {
    while (next < all.length) await all[next++].connect();
  };
  await Promise.all(Array.from({ length: Math.min(at, all.length) }, worker));
}

/** Waits until so many seconds after the time at which everybody is there. */
export function until(seconds) {
  return pause(exec.scenario.startTime + 1000 * (ramp + seconds) - Date.now());
}

/** Waits until each session knows what `newest` says of its member; those that still do not after the grace are counted. */
export async function converge(all, newest) {
  const end = Date.now() + 1000 * grace;
  let behind = all;
  for (;;) {
    const versions = await Promise.all(behind.map((s) => newest(s.member)));
    behind = behind.filter((s, i) => s.version < versions[i]);
    if (behind.length === 0 || Date.now() > end) break;
    await pause(200);
  }
  metrics.behind.add(behind.length);
}

/** The end: whoever is still connected is counted and leaves. */
export function leave(all) {
  held.add(all.filter((s) => s.connection !== null && !s.connection.over).length);
  for (const s of all) s.close();
}
