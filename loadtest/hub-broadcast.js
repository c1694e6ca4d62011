// Messages to everybody: COUNT of them, RATE a second, and every session has to get each one.
import { Counter } from "k6/metrics";
import { connectAll, options as crowd, leave, mine, until } from "./lib/crowd.js";
import { Publisher } from "./lib/publish.js";
import { number, sessions } from "./lib/settings.js";

const count = number("COUNT", 30);
const rate = number("RATE", 1);
const seconds = Math.ceil(count / rate);

const missed = new Counter("hub_broadcasts_missed");

export const options = crowd(
  seconds + 5,
  { publish: 1 },
  {
    hub_broadcast_ms: [`p(99)<${number("DELIVERY_P99", 2000)}`],
    hub_delivered: [`count==${count * sessions}`],
    hub_broadcasts_missed: ["count==0"],
  },
);

const publisher = new Publisher();

export async function listen() {
  const all = mine();
  await connectAll(all, 5);
  await until(seconds + 5);
  for (const s of all) missed.add(Math.abs(count - s.broadcasts));
  leave(all);
}

export async function publish() {
  await publisher.load();
  await publisher.steadily(rate, seconds, () => publisher.marquee());
}
