import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { writeOdds } from "#shared/odds.ts";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { type DrawBet, drawBetsQuery, type Round } from "./games.ts";
import type { Phase } from "./phase.ts";
import classes from "./play.module.css";
import { useDrawWords } from "./words.ts";

/** Bets of one round are settled together; those who watch do not all ask at the same moment. */
const ASK_MS = 500;
const SPREAD_MS = 2_000;
const RECENT = 10;

type State = "open" | "won" | "lost" | "void";
const tones = { open: "busy", won: "good", lost: "calm", void: "info" } as const;

/** The state of a bet as it may be told: that of a draw that still runs is open. A void round has no draw. */
export function toldState({ state, no }: DrawBet, told: number): State {
  if (state === "void") return state;
  return no <= told && (state === "won" || state === "lost") ? state : "open";
}

type Numbered = Pick<Round, "no">;

/** Reports whether a bet waits for the settlement of a round that has ended. Rounds may end in another order than they began: `rounds` have not ended. */
export function isLagging({ state, no }: DrawBet, told: number, rounds: readonly Numbered[]): boolean {
  return state === "open" && no <= told && rounds.every((round) => round.no !== no);
}

/** Reads the bets again while some of an ended round are not settled yet. */
export function useSettling(
  game: string,
  query: UseQueryResult<DrawBet[]>,
  told: number,
  rounds: readonly Numbered[],
): void {
  const client = useQueryClient();
  const waits = query.data?.some((bet) => isLagging(bet, told, rounds)) ?? false;
  const { dataUpdatedAt } = query;
  useEffect(() => {
    if (!waits || dataUpdatedAt === 0) return;
    const read = () => void client.invalidateQueries(drawBetsQuery(game));
    const timer = setTimeout(read, ASK_MS + Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [client, game, waits, dataUpdatedAt]);
}

interface MyBetsProps {
  game: string;
  query: UseQueryResult<DrawBet[]>;
  phase: Phase;
}

/** The member's bets on this round and on those before. */
export function MyBets({ game, query, phase }: MyBetsProps) {
  const { t } = useTranslation("minigame");
  const { told } = phase;
  const bets = query.data ?? [];
  const now = bets.filter(({ no }) => no > told);
  const before = bets.filter(({ no }) => no <= told).slice(0, RECENT);
  if (query.isError && bets.length === 0)
    return <ErrorState error={query.error} compact onRetry={() => void query.refetch()} />;
  return (
    <section className={classes.mine} aria-labelledby="mine">
      <h2 id="mine">{t("mine.title")}</h2>
      <Result bets={before} phase={phase} />
      {bets.length === 0 && <p className={classes.note}>{t("mine.empty")}</p>}
      {now.length > 0 && <BetList game={game} title={t("mine.now")} bets={now} told={told} />}
      {before.length > 0 && <BetList game={game} title={t("mine.before")} bets={before} told={told} />}
    </section>
  );
}

/** The result of the member's bets on the round that was just drawn. A loss is simply over. */
function Result({ bets, phase: { shown, told, running } }: { bets: readonly DrawBet[]; phase: Phase }) {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  const mine = bets.filter(({ no }) => no === shown?.no && no === told);
  const settled = !running && mine.length > 0 && mine.every(({ state }) => state !== "open");
  const paid = mine.reduce((sum, bet) => sum + bet.paid, 0);
  const won = mine.some(({ state }) => state === "won");
  const said = { no: shown?.no ?? 0, amount: format.money(paid) };
  return (
    <p role="status" className={classes.result} data-won={(settled && won) || undefined}>
      {settled && (won ? t("result.won", said) : paid > 0 ? t("result.back", said) : t("result.over", said))}
    </p>
  );
}

interface BetListProps {
  game: string;
  title: string;
  bets: readonly DrawBet[];
  told: number;
}

function BetList({ game, title, bets, told }: BetListProps) {
  const { t } = useTranslation("minigame");
  const { betName } = useDrawWords();
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.bets}>
        {bets.map((bet) => {
          const state = toldState(bet, told);
          return (
            <li key={bet.betId}>
              <span className={classes.what}>
                {betName(game, bet.selection)} <small>{t("round", { no: bet.no })}</small>
              </span>
              <span className={classes.stake}>
                <Money amount={bet.stake} /> × {writeOdds(state === "won" ? bet.paidAt : bet.price, "decimal")}
              </span>
              <StatusPill tone={tones[state]}>{t(`state.${state}`)}</StatusPill>
              <span className={classes.paid}>
                {state === "won" && <Money amount={bet.paid} tone="win" />}
                {state === "void" && <Money amount={bet.paid} />}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
