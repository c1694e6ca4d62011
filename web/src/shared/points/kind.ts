/**
 * The reasons for a move of points, as the ledger names them. A reason that a newer server adds is shown as a change until it
 * has a text.
 */
const kinds = [
  "closing.points",
  "convert.points",
  "bonus.new",
  "bonus.first",
  "bonus.again",
  "bonus.weekend",
  "correction",
  "coupon",
  "gift",
  "forfeit.points",
  "gift.send",
  "gift.return",
  "attendance",
  "rotary",
] as const;

export function kindText(kind: string): `kind.${(typeof kinds)[number] | "other"}` {
  const base = kind === "correction.test" ? "correction" : kind;
  return `kind.${kinds.find((known) => known === base) ?? "other"}`;
}
