/**
 * The reasons for a move of the wallet, as the ledger names them. A reason that a newer server adds is shown as a change until
 * it has a text.
 */
const texts = {
  deposit: "kind.deposit",
  "withdraw.hold": "kind.hold",
  "withdraw.release": "kind.release",
  "withdraw.pay": "kind.pay",
  bet: "kind.bet",
  win: "kind.win",
  "win.promo": "kind.winPromo",
  rollback: "kind.rollback",
  "convert.points": "kind.convert",
  "convert.cash": "kind.convert",
  "game.in": "kind.gameIn",
  "game.back": "kind.gameBack",
  "game.out": "kind.gameOut",
  "bonus.new": "kind.bonus",
  "bonus.first": "kind.bonus",
  "bonus.again": "kind.bonus",
  "bonus.weekend": "kind.bonus",
  "partner.pay": "kind.partnerPay",
  "partner.recall": "kind.partnerRecall",
  "partner.reverse": "kind.partnerReverse",
  "partner.payout": "kind.partnerPayout",
  "debt.win": "kind.debt",
  "debt.withdraw": "kind.debt",
  closing: "kind.closing",
  "closing.points": "kind.closing",
  forfeit: "kind.forfeit",
  "forfeit.points": "kind.forfeit",
  correction: "kind.correction",
  "correction.test": "kind.correction",
  coupon: "kind.coupon",
  gift: "kind.gift",
  "gift.send": "kind.giftSend",
  "gift.return": "kind.giftReturn",
  attendance: "kind.attendance",
  rotary: "kind.rotary",
} as const;

function isKnown(kind: string): kind is keyof typeof texts {
  return Object.hasOwn(texts, kind);
}

export function kindText(kind: string) {
  return isKnown(kind) ? texts[kind] : "kind.other";
}

/** Which of the member's accounts moved. */
export function unitText(unit: string) {
  return unit === "point" ? "unit.point" : unit === "hold" ? "unit.hold" : "unit.cash";
}
