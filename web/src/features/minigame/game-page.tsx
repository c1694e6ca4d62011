import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { BetSheet } from "./bet-sheet.tsx";
import { DrawStage } from "./draw-stage.tsx";
import { drawBetsQuery, gamesQuery, type MinigameGame, payTableQuery, recordsQuery, useServerNow } from "./games.ts";
import { useLiveGames } from "./live.ts";
import { MyBets, useSettling } from "./my-bets.tsx";
import classes from "./play.module.css";
import { Records } from "./records.tsx";
import { RoundHead } from "./round-head.tsx";
import { usePhase } from "./use-phase.ts";
import { useDrawWords } from "./words.ts";

interface GamePageProps {
  /** The game's code. */
  code: string;
  /** The code of the reason why this member may not bet now; null when they may. */
  lock: string | null;
  /** The ways to other games, to the rules and to the proof of a round; 0: none has ended. */
  links(lastNo: number): ReactNode;
}

/** A scheduled draw: the round, its draw, the bets on it and the rounds before. */
export function GamePage({ code, lock, links }: GamePageProps) {
  const { t } = useTranslation("minigame");
  const { gameName } = useDrawWords();
  useLiveGames([code]);
  const query = useQuery({
    ...gamesQuery,
    select: ({ games }) => games.find((one) => one.code === code) ?? null,
  });
  return (
    <Page title={gameName(code)}>
      <QueryView query={query} skeleton={<Skeleton height="34rem" radius="var(--radius-l)" />}>
        {(game) => (game ? <Play key={code} game={game} lock={lock} links={links} /> : <p>{t("step.none")}</p>)}
      </QueryView>
    </Page>
  );
}

interface PlayProps extends Pick<GamePageProps, "lock" | "links"> {
  game: MinigameGame;
}

function Play({ game, lock, links }: PlayProps) {
  const { t } = useTranslation("minigame");
  const { code, stands } = game;
  const now = useServerNow();
  const phase = usePhase(stands, now);
  const rules = useQuery(payTableQuery(code));
  const bets = useQuery(drawBetsQuery(code));
  const rounds = useQuery(recordsQuery(code));
  const [picks, setPicks] = useState<readonly number[]>([]);
  useSettling(code, bets, phase.told, stands.rounds);
  return (
    <div className={classes.page}>
      {game.off && <p className={classes.notice}>{t("off")}</p>}
      <div className={classes.play}>
        <div className={classes.left}>
          <RoundHead phase={phase} now={now} />
          <DrawStage game={code} phase={phase} picks={picks} bets={bets.data ?? []} now={now} />
        </div>
        <div className={classes.right}>
          <QueryView query={rules} skeleton={<Skeleton height="24rem" radius="var(--radius-l)" />} compact>
            {({ markets }) => (
              <BetSheet
                game={code}
                markets={markets}
                open={game.off ? null : phase.open}
                lock={lock}
                picks={picks}
                onPicks={setPicks}
              />
            )}
          </QueryView>
          <MyBets game={code} query={bets} phase={phase} />
        </div>
      </div>
      <nav className={classes.links} aria-label={t("links")}>
        {links(phase.told)}
      </nav>
      <QueryView query={rounds} skeleton={<Skeleton height="16rem" radius="var(--radius-m)" />} compact>
        {(list) => <Records game={game} markets={rules.data?.markets ?? []} rounds={list} told={phase.told} />}
      </QueryView>
    </div>
  );
}
