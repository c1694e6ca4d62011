import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { List } from "#shared/ui/list/list.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { type Feed, feedsQuery, useRestartFeed } from "./feeds.ts";
import classes from "./staff-sports.module.css";

/** The feeds whose numbers went back, each of which staff lets begin again; nothing while all of them count on. */
export function FeedNumbers() {
  const { t } = useTranslation(["trading", "admin"]);
  const format = useFormat();
  const toast = useToast();
  const query = useQuery(feedsQuery);
  const mayTrade = useRight("trade");
  const { mutateAsync: restart } = useRestartFeed();
  const [asked, setAsked] = useState<Feed | null>(null);
  const columns: Column<Feed>[] = [
    { key: "feed", head: t("feed"), phone: "title", cell: (row) => <strong>{row.feed}</strong> },
    {
      key: "refused",
      head: t("numbers.refused"),
      align: "end",
      phone: "amount",
      cell: (row) => format.number(row.refused),
    },
    { key: "seen", head: t("numbers.seen"), align: "end", cell: (row) => format.number(row.seen) },
    { key: "stored", head: t("numbers.stored"), align: "end", cell: (row) => format.number(row.stored) },
    { key: "last", head: t("last"), phone: "when", cell: (row) => format.moment(row.lastAt) },
  ];
  if (mayTrade) {
    columns.push({
      key: "do",
      head: t("admin:column.do"),
      align: "end",
      cell: (row) => (
        <RowActions>
          <RowButton variant="primary" label={t("numbers.beginOf", { name: row.feed })} onClick={() => setAsked(row)}>
            {t("numbers.begin")}
          </RowButton>
        </RowActions>
      ),
    });
  }
  return (
    <>
      {query.data && query.data.list.length > 0 && (
        <section className={classes.unknown} aria-label={t("numbers.title")}>
          <h2>{t("numbers.title")}</h2>
          <p className={staff.dim}>{t("numbers.lead")}</p>
          <List
            density="compact"
            query={query}
            caption={t("numbers.title")}
            rowKey={(row) => row.feed}
            columns={columns}
          />
        </section>
      )}
      {asked && (
        <ReasonDialog
          title={t("numbers.beginTitle", { name: asked.feed })}
          text={t("numbers.text")}
          confirm={t("numbers.begin")}
          danger
          words={(error) => (isCode(error, "C019") ? t("numbers.stale") : undefined)}
          run={(reason) => restart({ feed: asked.feed, reason })}
          onDone={() => {
            toast({ tone: "done", text: t("numbers.done", { name: asked.feed }) });
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
