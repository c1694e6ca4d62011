// All sessions connect, authenticate and subscribe twice, stay for HOLD seconds and leave.
import { connectAll, options as crowd, leave, mine, until } from "./lib/crowd.js";
import { number } from "./lib/settings.js";

const hold = number("HOLD", 40); // longer than a heart-beat

export const options = crowd(hold, {}, { hub_connect_ms: [`p(99)<${number("CONNECT_P99", 1000)}`] });

export async function listen() {
  const all = mine();
  await connectAll(all, 5);
  await until(hold);
  leave(all);
}
