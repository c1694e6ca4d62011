import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./game-money.module.css";
import { type GameMoney, gameMoneyQuery, isOnItsWay, useBringBack } from "./game-money.ts";

/** Money that is in games with wallets of their own, and a way to have it back; nothing when there is none. */
export function GameMoneyList({ wide = false }: { wide?: boolean }) {
  const { t } = useTranslation("game");
  const all = useQuery(gameMoneyQuery).data ?? [];
  const list = all.filter((money) => money.amt > 0 || isOnItsWay(money)); // a game that is open may have nothing
  if (list.length === 0) return null;
  return (
    <section className={wide ? classes.wide : undefined} aria-label={t("money.title")}>
      <ul className={classes.list}>
        {list.map((money) => (
          <Row key={money.vendor} money={money} />
        ))}
      </ul>
    </section>
  );
}

function Row({ money }: { money: GameMoney }) {
  const { t } = useTranslation("game");
  const format = useFormat();
  const faultText = useFaultText();
  const toast = useToast();
  const { vendor, name, amt, toGame, fromGame } = money;
  const bring = useBringBack(({ outAmt, status }) => {
    // Money on its way stays in the list until the outcome is known and announced.
    if (status === "wait") return;
    if (outAmt === 0) toast({ tone: "info", text: t("money.nothing", { name }) });
    else toast({ tone: "done", text: t("money.back", { name, amount: format.money(outAmt) }) });
  });
  return (
    <li className={classes.row}>
      <p className={classes.what}>
        <span>{t("money.in", { name })}</span>
        {amt > 0 && <Money amount={amt} size="md" />}
        <span className={classes.dim}>{t("money.said", { at: format.dateTime(money.saidAt) })}</span>
      </p>
      {fromGame > 0 || toGame > 0 ? (
        <p className={classes.way} role="status">
          <StatusPill tone="busy">
            {fromGame > 0
              ? t("money.fromGame", { amount: format.money(fromGame) })
              : t("money.toGame", { amount: format.money(toGame) })}
          </StatusPill>
          <span className={classes.dim}>{t("money.waiting")}</span>
        </p>
      ) : (
        <Button
          size="sm"
          variant="quiet"
          busy={bring.isPending}
          aria-label={t("money.bringFrom", { name })}
          onClick={() => bring.mutate(vendor)}
        >
          {t("money.bring")}
        </Button>
      )}
      {bring.isError && (
        <p role="alert" className={classes.refusal}>
          {faultText(bring.error)}
        </p>
      )}
    </li>
  );
}
