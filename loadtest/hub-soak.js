// A long time with everything at once: personal messages, messages to all and members who leave and come back, CHURN a second.
// The memory of the hub is what `make soak-hub` watches; here it is what members see after hours.
import { Counter } from "k6/metrics";
import { connectAll, converge, options as crowd, leave, mine, until } from "./lib/crowd.js";
import { Publisher } from "./lib/publish.js";
import { pause } from "./lib/session.js";
import { number, sessions, vus } from "./lib/settings.js";

const seconds = number("DURATION", 1800);
const rate = number("RATE", 200);
const every = number("BROADCAST_EVERY", 10); // seconds
const churn = number("CHURN", 5);

const reconnects = new Counter("hub_reconnects");

export const options = crowd(
  seconds + 10,
  { publish: 1, announce: 1 },
  {
    hub_delivery_ms: [`p(99)<${number("DELIVERY_P99", 2000)}`], // k6 itself takes that long for a message to everybody
    hub_delivered: [`count>=${0.9 * (rate * seconds + Math.floor(seconds / every) * sessions)}`],
    hub_sessions_behind: ["count==0"],
  },
);

const publisher = new Publisher();

export async function listen() {
  const all = mine();
  await connectAll(all, 5);
  await until(0);
  const end = Date.now() + 1000 * seconds;
  while (churn > 0 && Date.now() < end) {
    await pause(Math.min((1000 * vus) / churn, end - Date.now()));
    const s = all[Math.floor(Math.random() * all.length)];
    s.close();
    await s.connect();
    reconnects.add(1);
  }
  await until(seconds + 3);
  await converge(all, (m) => publisher.newest(m));
  leave(all);
}

export async function publish() {
  await publisher.load();
  await publisher.steadily(rate, seconds, () => publisher.cash());
}

export async function announce() {
  await publisher.load();
  await publisher.steadily(1 / every, seconds, () => publisher.marquee());
}
