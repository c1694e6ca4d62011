import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { useSportWords } from "#shared/sports/words.ts";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { FilterSelect, ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { useSearch } from "#shared/use-search.ts";
import { FeedNumbers } from "./feed-numbers.tsx";
import { More } from "./more.tsx";
import { listOf } from "./pages.ts";
import { type Parked, parkedQuery, parkedSearch, useSettle, whys } from "./parked.ts";
import { ParkedDialog } from "./parked-dialog.tsx";
import { useParkedWords } from "./use-parked-words.ts";

/** The changes of feeds that could not be used: staff dismisses them, or says which team or league a name is. */
export function ParkedPage() {
  const { t } = useTranslation(["trading", "admin"]);
  const format = useFormat();
  const sportWords = useSportWords();
  const words = useParkedWords();
  const { search, filter } = useSearch(parkedSearch);
  const query = useInfiniteQuery(parkedQuery(search.why));
  const mayTrade = useRight("trade");
  const { mutateAsync: settle } = useSettle();
  const confirm = useConfirm();
  const [open, setOpen] = useState<Parked | null>(null);
  const dismiss = (row: Parked) =>
    confirm.ask({
      title: t("dismissTitle", { name: words.about(row) }),
      text: t("dismissText"),
      confirm: t("dismiss"),
      done: t("dismissed"),
      run: () => settle({ idx: row.idx, how: "dismiss" }),
      words: (error) => (isCode(error, "C019") ? t("parkedStale") : undefined),
    });
  const columns: Column<Parked>[] = [
    { key: "about", head: t("about"), phone: "title", cell: (row) => words.about(row) },
    {
      key: "league",
      head: t("league"),
      cell: ({ sport, league }) => [sport && sportWords.sport(sport), league].filter(Boolean).join(" · ") || "–",
    },
    {
      key: "why",
      head: t("whyParked"),
      phone: "state",
      cell: ({ reason }) => (
        <StatusPill tone={reason.startsWith("unknown") ? "info" : "busy"}>{words.why(reason)}</StatusPill>
      ),
    },
    { key: "times", head: t("times"), align: "end", phone: "amount", cell: (row) => format.number(row.times) },
    { key: "last", head: t("last"), phone: "when", cell: (row) => format.moment(row.lastAt) },
    { key: "feed", head: t("feed"), cell: (row) => row.feed },
    {
      key: "said",
      head: t("said"),
      cell: (row) => <span className={staff.ellipsis}>{row.body || "–"}</span>,
    },
  ];
  if (mayTrade) {
    columns.push({
      key: "do",
      head: t("admin:column.do"),
      align: "end",
      cell: (row) => (
        <RowActions>
          <RowButton label={t("dismissOf", { name: words.about(row) })} onClick={() => dismiss(row)}>
            {t("dismiss")}
          </RowButton>
        </RowActions>
      ),
    });
  }
  return (
    <ListPage
      title={t("admin:nav.parked")}
      lead={t("parkedLead")}
      filters={
        <ListBar>
          <FilterSelect
            label={t("whyParked")}
            value={search.why}
            onChange={(next) => filter({ why: next })}
            options={whys.map((value) => ({ value, label: words.why(value) }))}
          />
        </ListBar>
      }
    >
      <FeedNumbers />
      <List
        density="compact"
        query={listOf(query)}
        caption={t("admin:nav.parked")}
        rowKey={(row) => row.idx}
        columns={columns}
        onOpen={setOpen}
        empty={
          <EmptyState art="queue" title={t("parkedNone")}>
            {t("parkedNoneText")}
          </EmptyState>
        }
      />
      <More query={query} />
      {open && (
        <ParkedDialog
          parked={open}
          onClose={() => setOpen(null)}
          {...(mayTrade && {
            onDismiss: () => {
              setOpen(null);
              dismiss(open);
            },
          })}
        />
      )}
      {confirm.dialog}
    </ListPage>
  );
}
