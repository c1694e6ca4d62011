import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { type Column, DataTable } from "#shared/ui/data-table.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useTitle } from "#shared/ui/title.ts";
import classes from "../shell/desk.module.css";
import { statusQuery } from "./status.ts";
import { SwitchDialog } from "./switch-dialog.tsx";
import { type SwitchRow, switchesQuery, switchNames } from "./switches.ts";

/** What is open to members and what rests: the whole site and each function, who switched it, when and why. */
export function SwitchesPage() {
  const { t } = useTranslation("admin");
  useTitle(t("nav.switches"));
  const format = useFormat();
  const query = useQuery(switchesQuery);
  const online = useQuery(statusQuery).data?.online;
  const [asking, setAsking] = useState<SwitchRow | null>(null);
  const known = (row: SwitchRow) => switchNames.find((name) => name === row.name) ?? "site";
  const columns: Column<SwitchRow>[] = [
    {
      key: "name",
      head: t("switch.function"),
      phone: "title",
      cell: (row) => <strong>{t(`switch.${known(row)}`)}</strong>,
    },
    {
      key: "on",
      head: t("column.status"),
      cell: (row) => (
        <StatusPill tone={row.on ? "busy" : "good"}>{row.on ? t("site.inspect") : t("site.open")}</StatusPill>
      ),
    },
    { key: "code", head: t("switch.code"), cell: (row) => row.code },
    { key: "since", head: t("switch.since"), cell: (row) => (row.setAt ? format.dateTime(row.setAt) : "–") },
    { key: "by", head: t("column.by"), cell: (row) => row.setBy || t("switch.never") },
    {
      key: "reason",
      head: t("column.reason"),
      cell: (row) => <span className={classes.wrap}>{row.reason || "–"}</span>,
    },
    {
      key: "do",
      head: t("column.do"),
      align: "end",
      cell: (row) => {
        const name = t(`switch.${known(row)}`);
        return (
          <span className={classes.rowActions}>
            <Button
              variant={row.on ? "primary" : "quiet"}
              size="sm"
              aria-haspopup="dialog"
              aria-label={row.on ? t("switch.openOf", { name }) : t("switch.closeOf", { name })}
              onClick={() => setAsking(row)}
            >
              {row.on ? t("switch.open") : t("switch.close")}
            </Button>
          </span>
        );
      },
    },
  ];
  return (
    <div className={classes.page}>
      <h1>{t("nav.switches")}</h1>
      <p className={classes.dim}>{t("switch.lead")}</p>
      <QueryView query={query} skeleton={<Skeleton height="20rem" radius="var(--radius-m)" />}>
        {({ list }) => (
          <DataTable caption={t("nav.switches")} columns={columns} rows={list} rowKey={(row) => row.name} />
        )}
      </QueryView>
      {asking && (
        <SwitchDialog
          name={known(asking)}
          begins={!asking.on}
          {...(online === undefined || online < 0
            ? {}
            : { concerns: t("site.online", { online: format.number(online) }) })}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
