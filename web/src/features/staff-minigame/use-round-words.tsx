import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useDrawWords } from "#shared/minigame/words.ts";
import { siteCheckQuery } from "#shared/site.ts";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useNow } from "#shared/use-now.ts";
import { isVoidable, type Round, stepOf } from "./rounds.ts";

const CLOCK_MS = 1_000;

const tones = {
  planned: "calm",
  open: "info",
  closed: "calm",
  due: "busy",
  voiding: "busy",
  drawn: "good",
  void: "bad",
} as const;

/** Returns the words for a round, with its state by the clock of the server. */
export function useRoundWords() {
  const { t } = useTranslation(["trading", "minigame"]);
  const words = useDrawWords();
  const ahead = useQuery(siteCheckQuery).data?.aheadMs ?? 0;
  const now = useNow(CLOCK_MS) + ahead;
  return {
    /** EOS Powerball 3 min, round 564,925,201. */
    name: ({ game, no }: Round) => t("minigame:fair.round", { game: words.game(game), no }),
    voidable: (round: Round) => isVoidable(stepOf(round, now)),
    state(round: Round) {
      const step = stepOf(round, now);
      return <StatusPill tone={tones[step]}>{t(`draws.state.${step}`)}</StatusPill>;
    },
    /** Why nothing is drawn; undefined for a round that was drawn or will be. */
    why: ({ state, endedBy, reason }: Round) => (state === "void" || endedBy !== "" ? words.reason(reason) : undefined),
  };
}
