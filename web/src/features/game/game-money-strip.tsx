import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type GameMoney, gameMoneyQuery, isBringingBack, newsOf } from "./game-money.ts";
import { GameMoneyList } from "./game-money-list.tsx";

const tones = { back: "done", stayed: "warning", arrived: "info", returned: "info" } as const;

/** Says what became of money that was on its way, whatever page is shown. */
function useNews(): void {
  const { t } = useTranslation("game");
  const format = useFormat();
  const toast = useToast();
  const client = useQueryClient();
  const list = useQuery(gameMoneyQuery).data;
  const before = useRef<GameMoney[]>([]);
  useEffect(() => {
    if (!list) return;
    const news = newsOf(before.current, list);
    before.current = list;
    if (isBringingBack(client)) return;
    for (const { kind, name, amount } of news) {
      toast({ tone: tones[kind], text: t(`money.${kind}`, { name, amount: format.money(amount) }) });
    }
  }, [list, client, toast, t, format]);
}

/** On every page while a game has the member's money; not while one is being played, which needs it. */
export function GameMoneyStrip({ playing }: { playing: boolean }) {
  useNews();
  return playing ? null : <GameMoneyList wide />;
}
