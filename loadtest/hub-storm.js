// Everybody is cut off at the same moment and comes back at once, CUTS times. Balances move all the while; nobody may come back
// to an old one.
import { Trend } from "k6/metrics";
import { connectAll, converge, options as crowd, leave, mine, until } from "./lib/crowd.js";
import { Publisher } from "./lib/publish.js";
import { number } from "./lib/settings.js";

const cuts = number("CUTS", 3);
const apart = number("APART", 20); // seconds
const rate = number("RATE", 100);
const seconds = cuts * apart;

const back = new Trend("hub_storm_ms", true); // from the cut until all sessions of a VU are subscribed again; the maximum is everybody's

export const options = crowd(
  seconds + 10,
  { publish: 1 },
  {
    hub_storm_ms: [`max<${number("STORM_MAX", 10000)}`],
    hub_published: [`count==${rate * seconds}`],
    hub_sessions_behind: ["count==0"],
  },
);

const publisher = new Publisher();

export async function listen() {
  const all = mine();
  await connectAll(all, 5);
  for (let n = 0; n < cuts; n++) {
    await until(n * apart);
    const began = Date.now();
    for (const s of all) s.close();
    await connectAll(all, all.length);
    back.add(Date.now() - began);
  }
  await until(seconds + 3);
  await converge(all, (m) => publisher.newest(m));
  leave(all);
}

export async function publish() {
  await publisher.load();
  await publisher.steadily(rate, seconds, () => publisher.cash());
}
