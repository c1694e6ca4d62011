/** The reasons for a move of a partner's PT, as the ledger names them. */
const names = {
  "pt.pay": "move.pay",
  "pt.recall": "move.recall",
  "pt.reverse": "move.reverse",
  "pt.payout": "move.payout",
  "pt.paid": "move.paid",
  "pt.recalled": "move.recalled",
  "pt.reversed": "move.reversed",
  "withdraw.hold": "move.withdrawHold",
  "withdraw.release": "move.withdrawRelease",
  correction: "move.correction",
  commission: "move.commission",
  "commission.debt": "move.commissionDebt",
} as const;

function isKnown(kind: string): kind is keyof typeof names {
  return Object.hasOwn(names, kind);
}

/** The words of a kind; one of a later version of the product is a change of the balance. */
export function moveText(kind: string) {
  return isKnown(kind) ? names[kind] : "move.change";
}
