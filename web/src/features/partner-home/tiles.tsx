import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Money } from "#shared/ui/money.tsx";
import classes from "./home.module.css";
import type { Home, HomeFigures } from "./home.ts";

function Tile({ name, value, note }: { name: string; value: ReactNode; note?: string }) {
  return (
    <div className={classes.tile}>
      <dt>{name}</dt>
      <dd>
        <strong className={classes.value}>{value}</strong>
        {note && <span className={classes.note}>{note}</span>}
      </dd>
    </div>
  );
}

interface PartProps {
  title: string;
  note: string;
  live?: boolean;
  children: ReactNode;
}

function Part({ title, note, live = false, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2>
        {title} <span className={`${classes.note} ${live ? classes.live : ""}`}>{note}</span>
      </h2>
      <dl className={classes.tiles}>{children}</dl>
    </section>
  );
}

/** The figures of some days, each as far as the person may see it, and up to which moment they are complete. */
export function FigureTiles({ title, figures, asOf }: { title: string; figures: HomeFigures; asOf: string | null }) {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const { money, play, commission, joined } = figures;
  const requests = (count: number) => t("home.requests", { count });
  return (
    <Part title={title} note={asOf === null ? t("asOf.never") : t("asOf", { time: format.moment(asOf) })}>
      {money && (
        <>
          <Tile
            name={t("cash.in")}
            value={<Money amount={money.deposits.amount} />}
            note={requests(money.deposits.count)}
          />
          <Tile
            name={t("cash.out")}
            value={<Money amount={money.withdrawals.amount} />}
            note={requests(money.withdrawals.count)}
          />
        </>
      )}
      {play && (
        <>
          <Tile name={t("stake")} value={<Money amount={play.betAmt} />} note={t("home.bets", { count: play.bets })} />
          <Tile name={t("payout")} value={<Money amount={play.betWinAmt} />} />
          <Tile name={t("ggr")} value={<Money amount={play.ggr} />} note={t("home.ggrText")} />
        </>
      )}
      {commission && (
        <>
          <Tile name={t("rolling")} value={<Money amount={commission.rolling} />} note={t("home.ownText")} />
          <Tile name={t("losing")} value={<Money amount={commission.losing} />} note={t("home.ownText")} />
        </>
      )}
      {joined !== null && <Tile name={t("home.joined")} value={format.number(joined)} />}
    </Part>
  );
}

/** The figures of this moment (D-54). */
export function LiveTiles({ live }: { live: Home["live"] }) {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const { online, deposits, withdrawals, openBets, now } = live;
  if (online === null && deposits === null && openBets === null) return null;
  return (
    <Part live title={t("home.live")} note={t("home.now", { time: format.moment(now) })}>
      {online !== null && <Tile name={t("home.online")} value={format.number(online)} />}
      {deposits && (
        <Tile
          name={t("home.depositsWait")}
          value={format.number(deposits.count)}
          note={format.money(deposits.amount)}
        />
      )}
      {withdrawals && (
        <Tile
          name={t("home.withdrawalsWait")}
          value={format.number(withdrawals.count)}
          note={format.money(withdrawals.amount)}
        />
      )}
      {openBets && (
        <Tile name={t("home.openBets")} value={format.number(openBets.count)} note={format.money(openBets.amount)} />
      )}
    </Part>
  );
}
