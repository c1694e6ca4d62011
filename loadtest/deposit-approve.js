// Deposits from the member's wish to the money in the wallet: asked for, seen by staff, approved, and the balance is higher by
// exactly that. A member may deposit once in a while only, so a run needs as many members as it makes deposits.
import exec from "k6/execution";
import { options as all, call, members, number, staff, steps } from "./lib/site.js";

const amount = number("AMOUNT", 50000);
const limit = number("STEP_P99", 1000);

steps("ask", "queue", "approve", "balance");

export const options = all({ ask: limit, queue: limit, approve: limit, balance: limit });

export default function () {
  const n = exec.scenario.iterationInTest;
  if (n >= members.length) exec.test.abort(`every member has deposited: SESSIONS=${members.length} is too few`);
  const { memId, token } = members[n];
  const before = call("balance", "/api/cash/getUserCash", token, {});
  const request = call("ask", "/api/cash/in", token, { amount, depositor: "Load Test", bank: "Kookmin" });
  const queue = call("queue", "/api/admin/cash/list", staff, { page: 1, count_per_list: 20 });
  if (queue.list.length === 0) throw new Error("staff sees nothing");
  call("approve", "/api/admin/cash/approve", staff, { idx: request.idx, memId, amount, requestedAt: request.requestedAt });
  const after = call("balance", "/api/cash/getUserCash", token, {});
  if (after.cashAmt - before.cashAmt !== amount) {
    exec.test.abort(`${memId}: ${before.cashAmt} became ${after.cashAmt}, not ${amount} more`);
  }
}
