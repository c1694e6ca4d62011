/** What moved points, as the ledger names it; what a newer server adds is called a change until it has a text. */
const texts = {
  "convert.points": "kind.convert",
  "bonus.new": "kind.bonus.new",
  "bonus.first": "kind.bonus.first",
  "bonus.again": "kind.bonus.again",
  "bonus.weekend": "kind.bonus.weekend",
  coupon: "kind.coupon",
  gift: "kind.gift",
  "gift.send": "kind.gift.send",
  "gift.return": "kind.gift.return",
  attendance: "kind.attendance",
  rotary: "kind.rotary",
} as const;

function isKnown(kind: string): kind is keyof typeof texts {
  return Object.hasOwn(texts, kind);
}

export function kindText(kind: string) {
  return isKnown(kind) ? texts[kind] : "kind.other";
}
