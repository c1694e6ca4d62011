// A vendor's slots at full speed: bets and wins, signed, and now and then the same call once more, which must be answered alike.
import exec from "k6/execution";
import { options as all, members, number, steps, unique, wallet } from "./lib/site.js";

const stake = String(number("STAKE", 1000));
const limit = number("SPIN_P99", 100);

steps("bet", "win", "again");

export const options = all({ bet: limit, win: limit });

export default function () {
  const n = exec.scenario.iterationInTest;
  const id = unique();
  const common = { round_id: id, member_id: members[n % members.length].memId, currency: "KRW", amount: stake };
  const bet = { tx_id: `b${id}`, ...common };
  const first = wallet("bet", "bet", bet);
  if (n % 20 === 0) {
    const second = wallet("again", "bet", bet);
    if (second.our_tx_id !== first.our_tx_id || second.balance !== first.balance) {
      exec.test.abort(`one bet has two answers: ${JSON.stringify(first)} and ${JSON.stringify(second)}`);
    }
  }
  wallet("win", "win", { tx_id: `w${id}`, ref_tx_id: `b${id}`, closes: true, ...common });
}
