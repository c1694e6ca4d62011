import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { DrawGame } from "#shared/minigame/games.ts";
import { ResultLine } from "#shared/minigame/result-line.tsx";
import { useRight } from "#shared/staff/session.ts";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { RoundDialog } from "./round-dialog.tsx";
import { type Round, roundsQuery } from "./rounds.ts";
import classes from "./staff-minigame.module.css";
import { useRoundWords } from "./use-round-words.tsx";
import { VoidDialog } from "./void-dialog.tsx";

interface RoundsProps {
  game: DrawGame;
  page: number;
  onPage(page: number): void;
}

/** The rounds of a game, the newest first; one whose draw is not due can be voided. */
export function Rounds({ game, page, onPage }: RoundsProps) {
  const { t } = useTranslation(["trading", "admin", "minigame"]);
  const format = useFormat();
  const words = useRoundWords();
  const query = useQuery(roundsQuery(game, page));
  const mayTrade = useRight("trade");
  const [asked, setAsked] = useState<{ act: "read" | "void"; round: Round } | null>(null);
  const close = () => setAsked(null);
  const columns: Column<Round>[] = [
    { key: "no", head: t("minigame:rounds.round"), phone: "title", cell: (row) => format.number(row.no) },
    { key: "draw", head: t("draws.drawsAt"), phone: "when", cell: (row) => format.moment(row.drawsAt) },
    { key: "state", head: t("admin:column.status"), phone: "state", cell: words.state },
    { key: "bets", head: t("draws.bets"), align: "end", cell: (row) => format.number(row.bets) },
    {
      key: "stakes",
      head: t("stakes"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.stakes} />,
    },
    { key: "paid", head: t("draws.paid"), align: "end", cell: (row) => <Money amount={row.paid} /> },
    {
      key: "result",
      head: t("minigame:rounds.result"),
      cell: (row) => (
        <span className={classes.result}>
          {row.outcome ? <ResultLine game={row.game} outcome={row.outcome} /> : (words.why(row) ?? "–")}
        </span>
      ),
    },
  ];
  if (mayTrade) {
    columns.push({
      key: "do",
      head: t("admin:column.do"),
      align: "end",
      cell: (round) => (
        <RowActions>
          {words.voidable(round) && (
            <RowButton
              label={t("voidOf", { name: words.name(round) })}
              onClick={() => setAsked({ act: "void", round })}
            >
              {t("void")}
            </RowButton>
          )}
        </RowActions>
      ),
    });
  }
  // The dialogs show the round as it was read last.
  const round =
    asked &&
    (query.data?.list.find(({ game, no }) => game === asked.round.game && no === asked.round.no) ?? asked.round);
  return (
    <>
      <List
        density="compact"
        query={query}
        caption={t("draws.part.rounds")}
        rowKey={(row) => row.no}
        columns={columns}
        onPage={onPage}
        onOpen={(row) => setAsked({ act: "read", round: row })}
        empty={
          <EmptyState art="queue" title={t("draws.none")}>
            {t("draws.noneText")}
          </EmptyState>
        }
      />
      {round && asked.act === "read" && (
        <RoundDialog
          round={round}
          onClose={close}
          {...(mayTrade && words.voidable(round) && { onVoid: () => setAsked({ act: "void", round }) })}
        />
      )}
      {round && asked.act === "void" && <VoidDialog round={round} name={words.name(round)} onClose={close} />}
    </>
  );
}
