import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "./game-money.module.css";
import { gameMoneyQuery } from "./game-money.ts";

/**
 * Beside the balance: how much of the member's money is in games with wallets of their own, or on its way; nothing when none is
 * and no such game is open. A figure that its vendor does not confirm any more says of when it is.
 */
export function InGame() {
  const { t } = useTranslation("game");
  const format = useFormat();
  const list = useQuery(gameMoneyQuery).data ?? [];
  // Money on its way back still counts as money in the game.
  const sum = list.reduce((total, { amt, toGame }) => total + amt + toGame, 0);
  if (sum === 0 && !list.some(({ open }) => open)) return null;
  const [oldest] = list.flatMap(({ old, saidAt }) => (old ? [saidAt] : [])).sort();
  return (
    <span className={classes.pill}>
      {t("money.pill", { amount: format.money(sum) })}
      {oldest && <span className={classes.asOf}>{t("money.said", { at: format.time(oldest) })}</span>}
    </span>
  );
}
