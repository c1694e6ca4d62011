import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useSportWords } from "#shared/sports/words.ts";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { DataTable } from "#shared/ui/data-table.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { type Market, marketsQuery } from "./markets.ts";
import type { Match } from "./matches.ts";
import { PlacedDialog } from "./placed-dialog.tsx";
import { VoidDialog } from "./void-dialog.tsx";

const tones = { open: "info", suspended: "busy", closed: "busy", resulted: "calm", void: "bad" } as const;
const states = ["open", "suspended", "closed", "resulted", "void"] as const;

interface MarketListProps {
  caption: string;
  list: Market[];
  /** Missing without the right to trade. */
  onVoid: ((market: Market) => void) | undefined;
  onPlaced: ((market: Market) => void) | undefined;
}

/** The markets with their open bets; of those that staff voided who did it, when and why. */
function MarketList({ caption, list, onVoid, onPlaced }: MarketListProps) {
  const { t } = useTranslation(["trading", "admin", "sports"]);
  const format = useFormat();
  const words = useSportWords();
  const standing = (state: string) => {
    const known = states.find((one) => one === state);
    return known ? <StatusPill tone={tones[known]}>{t(`market.${known}`)}</StatusPill> : state;
  };
  const columns: Column<Market>[] = [
    {
      key: "market",
      head: t("sports:market"),
      phone: "title",
      cell: (row) => <strong>{words.named(row)}</strong>,
    },
    { key: "state", head: t("admin:column.status"), phone: "state", cell: (row) => standing(row.state) },
    { key: "bets", head: t("bets"), align: "end", cell: (row) => format.number(row.bets) },
    {
      key: "stakes",
      head: t("stakes"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.stakes} />,
    },
  ];
  if (list.some(({ voidedBy }) => voidedBy !== "")) {
    columns.push({
      key: "voided",
      head: t("voidedBy"),
      cell: ({ voidedBy, voidedAt, voidReason }) => (
        <span className={staff.wrap}>
          {[voidedBy, voidedAt && format.dateTime(voidedAt), voidReason].filter(Boolean).join(" · ")}
        </span>
      ),
    });
  }
  if (onVoid && onPlaced) {
    columns.push({
      key: "do",
      head: t("admin:column.do"),
      align: "end",
      cell: (row) => {
        const undo = row.voidedBy !== "";
        return (
          <RowActions>
            <RowButton label={t("placedOf", { name: words.named(row) })} onClick={() => onPlaced(row)}>
              {t("placed")}
            </RowButton>
            <RowButton label={t(undo ? "unvoidOf" : "voidOf", { name: words.named(row) })} onClick={() => onVoid(row)}>
              {t(undo ? "unvoid" : "void")}
            </RowButton>
          </RowActions>
        );
      },
    });
  }
  return (
    <DataTable caption={caption} density="compact" rows={list} rowKey={(row) => row.marketIdx} columns={columns} />
  );
}

interface MarketsDialogProps {
  match: Match;
  onClose(): void;
}

/** The markets of a match with the open bets on each. Traders void single ones, or their bets of a time. */
export function MarketsDialog({ match, onClose }: MarketsDialogProps) {
  const { t } = useTranslation(["trading", "sports"]);
  const mayTrade = useRight("trade");
  const query = useQuery(marketsQuery(match.eventIdx));
  const [voiding, setVoiding] = useState<Market | null>(null);
  const [placed, setPlaced] = useState<Market | null>(null);
  if (placed) return <PlacedDialog match={match} market={placed} onClose={() => setPlaced(null)} />;
  if (voiding) return <VoidDialog match={match} market={voiding} onClose={() => setVoiding(null)} />;
  const title = t("marketsTitle", { name: t("sports:match", { home: match.home, away: match.away }) });
  return (
    <Dialog wide title={title} onClose={onClose}>
      <div className={staff.form}>
        <p className={staff.dim}>{t("marketsText")}</p>
        <QueryView query={query} compact skeleton={<Skeleton height="12rem" />}>
          {({ list }) =>
            list.length === 0 ? (
              <p>{t("marketsNone")}</p>
            ) : (
              <MarketList
                caption={title}
                list={list}
                onVoid={mayTrade ? setVoiding : undefined}
                onPlaced={mayTrade ? setPlaced : undefined}
              />
            )
          }
        </QueryView>
      </div>
    </Dialog>
  );
}
