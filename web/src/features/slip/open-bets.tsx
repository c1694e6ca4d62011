import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { writeOdds } from "#shared/odds.ts";
import { oddsFormAtom } from "#shared/sports/odds-form.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { Button } from "#shared/ui/button.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { useNow } from "#shared/use-now.ts";
import { type OpenBet, openBetsQuery } from "./bets.ts";
import { CashOut } from "./cash-out.tsx";
import { whyOf } from "./refused.ts";
import classes from "./slip.module.css";
import { useSettled } from "./use-settled.ts";

const SECOND_MS = 1_000;

/** m:ss until a moment; empty when it is over. */
function left(until: string | null, now: number): string {
  const seconds = until === null ? 0 : Math.floor((Date.parse(until) - now) / SECOND_MS);
  return seconds > 0 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
}

const whyNot = ["late", "often", "ended", "cancelled"] as const;

/** The member's bets that are not settled; those that can still be taken back say for how long. `all` is the way to the others. */
export function OpenBets({ all }: { all: ReactNode }) {
  const { t } = useTranslation("sports");
  const { language } = useFormat();
  const query = useQuery(openBetsQuery(language));
  const now = useNow(SECOND_MS);
  useSettled(query.data?.list);
  const { ask, dialog } = useConfirm();
  const client = useQueryClient();
  const format = useFormat();
  const cancel = ({ betIdx, stake }: OpenBet) =>
    ask({
      title: t("open.ask.title"),
      text: t("open.ask.text", { amount: format.money(stake) }),
      confirm: t("open.cancel", { amount: format.money(stake) }),
      keep: t("open.keep"),
      done: t("open.done", { amount: format.money(stake) }),
      run: async () => {
        await api.call("/api/bet/sports/cancel", { betIdx });
        await client.invalidateQueries({ queryKey: ["bet"] });
      },
      words: (error) => {
        const why = whyNot.find((one) => one === whyOf(error));
        return why && t(`open.not.${why}`);
      },
    });
  return (
    <section className={classes.open} aria-label={t("open.title")}>
      <header>
        <h2>{t("open.title")}</h2>
        {all}
      </header>
      <QueryView query={query} compact skeleton={<Skeleton height="6rem" radius="var(--radius-m)" />}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={classes.none}>{t("open.none")}</p>
          ) : (
            <ul>
              {list.map((bet) => (
                <OneOpen key={bet.betId} bet={bet} left={left(bet.cancelUntil, now)} onCancel={() => cancel(bet)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {dialog}
    </section>
  );
}

interface OneOpenProps {
  bet: OpenBet;
  /** For how long it can be taken back; empty: it cannot. */
  left: string;
  onCancel(): void;
}

function OneOpen({ bet, left, onCancel }: OneOpenProps) {
  const { t } = useTranslation(["sports", "play"]);
  const words = useSportWords();
  const form = useAtomValue(oddsFormAtom);
  return (
    <li className={classes.bet} data-status={bet.betStatus}>
      <ul>
        {bet.folders.map((folder) => {
          const { state, home, away } = folder.progress;
          return (
            <li key={`${folder.marketIdx}:${folder.key}`}>
              <span className={classes.pick}>
                <strong>{words.pick(folder, folder.key, folder)}</strong>
                <span>{writeOdds(folder.price, form)}</span>
              </span>
              <span className={classes.about}>
                {words.market(folder)} · {t("match", { home: folder.home, away: folder.away })}
                {state === "live" && <span className={classes.live}> {`${home}:${away}`}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      <p className={classes.sums}>
        {bet.betStatus === "WAIT" && <span className={classes.live}>{t("play:slip.waiting")}</span>}
        <span>
          <Money amount={bet.stake} /> → <Money amount={bet.win} />
        </span>
      </p>
      {left !== "" && (
        <Button size="sm" variant="quiet" onClick={onCancel}>
          {t("open.take")} <time className={classes.left}>{left}</time>
        </Button>
      )}
      <CashOut bet={bet} free={left !== ""} />
    </li>
  );
}
