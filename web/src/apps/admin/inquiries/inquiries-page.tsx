import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { isLanguage, languages } from "#shared/i18n/languages.ts";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useTitle } from "#shared/ui/title.ts";
import { useAddress } from "../address.ts";
import { Choice } from "../shell/choice.tsx";
import classes from "../shell/desk.module.css";
import { categoryOf, type Inquiry, inquiryListQuery, inquirySearch } from "./inquiries.ts";
import { InquiryDetail } from "./inquiry-detail.tsx";

/** What members and guests ask: those that wait, and the one that is being answered beside. */
export function InquiriesPage() {
  const { t } = useTranslation("admin");
  useTitle(t("nav.inquiries"));
  const format = useFormat();
  const [search, setSearch] = useAddress(inquirySearch);
  const { status = "wait", guests = false, page = 1, idx } = search;
  const query = useQuery(inquiryListQuery(status === "all" ? "" : status, guests, page));
  // The one that is open stays open when it leaves the list, because somebody answered it.
  const [kept, setKept] = useState<Inquiry>();
  const listed = query.data?.list.find((row) => row.idx === idx);
  if (listed && listed !== kept) setKept(listed);
  const open = listed ?? (kept?.idx === idx ? kept : undefined);
  const choose = (next: number | undefined) => setSearch(inquirySearch({ ...search, idx: next }));
  return (
    <div className={classes.page}>
      <h1>{t("nav.inquiries")}</h1>
      <div className={classes.choices}>
        <Choice
          label={t("filter.status")}
          value={status}
          onChange={(next) => setSearch(inquirySearch({ status: next, guests }))}
          options={[
            { value: "wait", label: t("inquiry.wait") },
            { value: "answer", label: t("inquiry.answer") },
            { value: "all", label: t("filter.all") },
          ]}
        />
        <Choice
          label={t("inquiry.from")}
          value={guests ? "guests" : "everyone"}
          onChange={(next) => setSearch(inquirySearch({ status: search.status, guests: next === "guests" }))}
          options={[
            { value: "everyone", label: t("inquiry.from.all") },
            { value: "guests", label: t("inquiry.from.guests") },
          ]}
        />
      </div>
      <div className={`${classes.columns} ${classes.even}`}>
        <QueryView query={query} skeleton={<Skeleton height="28rem" radius="var(--radius-m)" />}>
          {({ list, pageInfo }) =>
            list.length === 0 ? (
              <EmptyState art="questions" title={status === "wait" ? t("inquiry.none.wait") : t("inquiry.none")}>
                {status === "wait" && t("inquiry.none.waitText")}
              </EmptyState>
            ) : (
              <div className={classes.list}>
                <DataTable
                  dense
                  caption={t("nav.inquiries")}
                  rows={list}
                  rowKey={(row) => row.idx}
                  rowClass={(row) => (row.idx === idx ? classes.chosen : undefined)}
                  onRow={(row) => choose(row.idx)}
                  columns={[
                    {
                      key: "title",
                      head: t("column.title"),
                      foot: t("foot.count", { count: pageInfo.total }),
                      cell: (row) => (
                        <button type="button" className={classes.pick} aria-pressed={row.idx === idx}>
                          <span className={classes.ellipsis}>{row.title}</span>
                        </button>
                      ),
                    },
                    {
                      key: "memId",
                      head: t("column.memId"),
                      cell: (row) =>
                        row.guest ? <StatusPill tone="info">{t("inquiry.guest")}</StatusPill> : row.memId,
                    },
                    {
                      key: "status",
                      head: t("column.status"),
                      cell: (row) => (
                        <StatusPill tone={row.status === "answer" ? "good" : "busy"}>
                          {row.status === "answer" ? t("inquiry.answer") : t("inquiry.wait")}
                        </StatusPill>
                      ),
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
                  ]}
                />
                <Pager
                  page={pageInfo.page}
                  pages={pageInfo.pages}
                  onPage={(next) => setSearch(inquirySearch({ ...search, page: next }))}
                />
              </div>
            )
          }
        </QueryView>
        <aside className={classes.card} aria-label={t("inquiry.detail")}>
          {open ? (
            <InquiryDetail key={open.idx} inquiry={open} onDone={() => choose(undefined)} />
          ) : (
            <p className={classes.dim}>{t("inquiry.choose")}</p>
          )}
        </aside>
      </div>
    </div>
  );
}
