import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { isLanguage, languages } from "#shared/i18n/languages.ts";
import staff from "#shared/staff/staff.module.css";
import { Choice } from "#shared/ui/choice.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Lead, ListPage } from "#shared/ui/list/list-page.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useSearch } from "#shared/use-search.ts";
import { categoryOf, type Inquiry, inquiryListQuery, inquirySearch } from "./inquiries.ts";
import { InquiryDetail } from "./inquiry-detail.tsx";

const tones = { wait: "busy", answer: "good", closed: "calm" } as const;

/** The state as the texts name it. */
function stateOf({ status }: Inquiry): keyof typeof tones {
  return status === "answer" || status === "closed" ? status : "wait";
}

/** The inquiries of members and guests: the list of those that wait, and beside it the one that is being answered. */
export function InquiriesPage() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const { search, set, replace, onPage } = useSearch(inquirySearch);
  const { status = "wait", guests = false, page = 1, idx } = search;
  const query = useQuery(inquiryListQuery(status === "all" ? "" : status, guests, page));
  // The open inquiry stays open when it leaves the list because a colleague answered it.
  const [kept, setKept] = useState<Inquiry>();
  const listed = query.data?.list.find((row) => row.idx === idx);
  if (listed && listed !== kept) setKept(listed);
  const open = listed ?? (kept?.idx === idx ? kept : undefined);
  const columns: Column<Inquiry>[] = [
    { key: "title", head: t("column.title"), cell: (row) => <span className={staff.ellipsis}>{row.title}</span> },
    {
      key: "memId",
      head: t("column.memId"),
      cell: (row) => (row.guest ? <StatusPill tone="info">{t("inquiry.guest")}</StatusPill> : row.memId),
    },
    {
      key: "status",
      head: t("column.status"),
      cell: (row) => <StatusPill tone={tones[stateOf(row)]}>{t(`inquiry.${stateOf(row)}`)}</StatusPill>,
    },
    {
      key: "category",
      head: t("column.category"),
      cell: (row) => t(`inquiry.category.${categoryOf(row)}`),
    },
    {
      key: "lang",
      head: t("column.language"),
      cell: (row) => (isLanguage(row.lang) ? languages[row.lang].name : row.lang),
    },
    { key: "asked", head: t("column.asked"), cell: (row) => format.dateTime(row.createdAt) },
  ];
  return (
    <ListPage
      title={t("nav.inquiries")}
      filters={
        <div className={staff.choices}>
          <Choice
            label={t("filter.status")}
            value={status}
            onChange={(next) => replace({ status: next, guests })}
            options={[
              { value: "wait", label: t("inquiry.wait") },
              { value: "answer", label: t("inquiry.answer") },
              { value: "all", label: t("filter.all") },
            ]}
          />
          <Choice
            label={t("inquiry.from")}
            value={guests ? "guests" : "everyone"}
            onChange={(next) => replace({ status, guests: next === "guests" })}
            options={[
              { value: "everyone", label: t("inquiry.from.all") },
              { value: "guests", label: t("inquiry.from.guests") },
            ]}
          />
        </div>
      }
      aside={{
        label: t("inquiry.detail"),
        wide: true,
        content: open ? (
          <InquiryDetail key={open.idx} inquiry={open} onDone={() => set({ idx: undefined })} />
        ) : (
          <Lead>{t("inquiry.choose")}</Lead>
        ),
      }}
    >
      <List
        density="compact"
        query={query}
        caption={t("nav.inquiries")}
        rowKey={(row) => row.idx}
        columns={columns}
        onPage={onPage}
        chosen={idx}
        onChoose={(row) => set({ idx: row.idx })}
        empty={
          <EmptyState art="questions" title={status === "wait" ? t("inquiry.none.wait") : t("inquiry.none")}>
            {status === "wait" && t("inquiry.none.waitText")}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
