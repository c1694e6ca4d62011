import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { useSportWords } from "#shared/sports/words.ts";
import { MemberLink } from "#shared/staff/member-link.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useRight } from "#shared/staff/session.ts";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { FilterSelect, ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { useSearch } from "#shared/use-search.ts";
import { More } from "./more.tsx";
import { listOf } from "./pages.ts";
import { type Pattern, patternKinds, patternsQuery, patternsSearch, useSettlePattern } from "./patterns.ts";

/** Returns the words for unusual bets: their kind, and what they are about. */
function usePatternWords() {
  const { t } = useTranslation(["trading", "sports"]);
  const words = useSportWords();
  const kindOf = (pattern: Pattern) => patternKinds.find((one) => one === pattern.kind);
  return {
    kind(pattern: Pattern) {
      const known = kindOf(pattern);
      return known ? t(`unusual.${known}`) : pattern.kind;
    },
    help(pattern: Pattern) {
      const known = kindOf(pattern);
      return known && t(`unusual.${known}Help`);
    },
    about({ home, away, memId, selection }: Pattern) {
      if (memId !== "") return memId;
      const match = t("sports:match", { home, away });
      if (!selection) return t("unusual.folder", { match });
      const pick = words.pick(selection, selection.key, { home, away });
      return `${match} · ${words.market(selection)}: ${pick}`;
    },
  };
}

/** The unusual bets of the last hour that staff has not settled (S-74). */
export function PatternsPage() {
  const { t } = useTranslation(["trading", "admin"]);
  const format = useFormat();
  const words = usePatternWords();
  const toast = useToast();
  const { search, filter } = useSearch(patternsSearch);
  const query = useInfiniteQuery(patternsQuery(search.kind));
  const mayTrade = useRight("trade");
  const { mutateAsync: settle } = useSettlePattern();
  const [asked, setAsked] = useState<Pattern | null>(null);
  const nameOf = (row: Pattern) => `${words.kind(row)}, ${words.about(row)}`;
  const columns: Column<Pattern>[] = [
    {
      key: "about",
      head: t("unusual.about"),
      phone: "title",
      cell: (row) => <strong>{row.memId === "" ? words.about(row) : <MemberLink memId={row.memId} />}</strong>,
    },
    { key: "kind", head: t("unusual.kind"), phone: "state", cell: (row) => words.kind(row) },
    { key: "bets", head: t("unusual.bets"), align: "end", cell: (row) => format.number(row.bets) },
    { key: "members", head: t("unusual.members"), align: "end", cell: (row) => format.number(row.members) },
    {
      key: "stakes",
      head: t("stakes"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.stakes} />,
    },
    { key: "last", head: t("last"), phone: "when", cell: (row) => format.dateTime(row.lastAt) },
  ];
  if (mayTrade) {
    columns.push({
      key: "do",
      head: t("admin:column.do"),
      align: "end",
      cell: (row) => (
        <RowActions>
          <RowButton label={t("unusual.settleOf", { name: nameOf(row) })} onClick={() => setAsked(row)}>
            {t("unusual.settle")}
          </RowButton>
        </RowActions>
      ),
    });
  }
  return (
    <ListPage
      title={t("admin:nav.patterns")}
      lead={t("unusual.lead")}
      filters={
        <ListBar>
          <FilterSelect
            label={t("unusual.kind")}
            value={search.kind}
            onChange={(next) => filter({ kind: next })}
            options={patternKinds.map((value) => ({ value, label: t(`unusual.${value}`) }))}
          />
        </ListBar>
      }
    >
      <List
        density="compact"
        query={listOf(query)}
        caption={t("admin:nav.patterns")}
        rowKey={(row) => row.idx}
        columns={columns}
        empty={
          <EmptyState art="queue" title={t("unusual.none")}>
            {t("unusual.noneText")}
          </EmptyState>
        }
      />
      <More query={query} />
      {asked && (
        <ReasonDialog
          title={t("unusual.settleTitle", { name: nameOf(asked) })}
          text={[words.help(asked), t("unusual.settleText")].filter(Boolean).join(" ")}
          confirm={t("unusual.settle")}
          words={(error) => (isCode(error, "C019") ? t("unusual.stale") : undefined)}
          run={(note) => settle({ idx: asked.idx, note })}
          onDone={() => {
            toast({ tone: "done", text: t("unusual.settled") });
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </ListPage>
  );
}
