// Personal messages: RATE a second to random members for DURATION seconds, each to be there within DELIVERY_P99 ms, and at the
// end every session knows the newest balance.
import { connectAll, converge, options as crowd, leave, mine, until } from "./lib/crowd.js";
import { Publisher } from "./lib/publish.js";
import { number } from "./lib/settings.js";

const rate = number("RATE", 500);
const seconds = number("DURATION", 30);

export const options = crowd(
  seconds + 10,
  { publish: 1 },
  {
    hub_delivery_ms: [`p(99)<${number("DELIVERY_P99", 250)}`],
    hub_delivered: [`count>=${0.95 * rate * seconds}`], // the rest may be superseded by a newer balance
    hub_sessions_behind: ["count==0"],
  },
);

const publisher = new Publisher();

export async function listen() {
  const all = mine();
  await connectAll(all, 5);
  await until(seconds + 3);
  await converge(all, (m) => publisher.newest(m));
  leave(all);
}

export async function publish() {
  await publisher.load();
  await publisher.steadily(rate, seconds, () => publisher.cash());
}
