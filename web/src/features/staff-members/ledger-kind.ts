import { useTranslation } from "react-i18next";

/** The kinds of moves that have words, by the name that the ledger keeps. */
const kinds = [
  "attendance",
  "bet",
  "bonus.again",
  "bonus.first",
  "bonus.new",
  "bonus.weekend",
  "closing",
  "closing.points",
  "convert.cash",
  "convert.points",
  "correction",
  "correction.test",
  "coupon",
  "debt.win",
  "debt.withdraw",
  "deposit",
  "forfeit",
  "forfeit.points",
  "game.back",
  "game.in",
  "game.out",
  "gift",
  "gift.return",
  "gift.send",
  "partner.pay",
  "partner.payout",
  "partner.recall",
  "partner.reverse",
  "rollback",
  "rotary",
  "win",
  "win.promo",
  "withdraw.hold",
  "withdraw.pay",
  "withdraw.release",
] as const;

/** The words of a kind of move; one of a later version of the product is a change of the balance. */
export function kindText(kind: string): `kind.${(typeof kinds)[number] | "other"}` {
  return `kind.${kinds.find((one) => one === kind) ?? "other"}`;
}

/** Returns the words of a kind in the language of the page. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation("person");
  return (kind) => t(kindText(kind));
}
