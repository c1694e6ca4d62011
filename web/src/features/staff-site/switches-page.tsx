import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { statusQuery } from "#shared/staff/status.ts";
import { List } from "#shared/ui/list/list.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { Schedule } from "./schedule.tsx";
import { SwitchDialog } from "./switch-dialog.tsx";
import { type SwitchRow, switchesQuery, switchNames } from "./switches.ts";

/** The maintenance state of the whole site and of each function, and who switched it, when and why. */
export function SwitchesPage() {
  const { t } = useTranslation("admin");
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
      phone: "state",
      cell: (row) => (
        <StatusPill tone={row.on ? "busy" : "good"}>{row.on ? t("site.inspect") : t("site.open")}</StatusPill>
      ),
    },
    { key: "code", head: t("switch.code"), cell: (row) => row.code },
    {
      key: "since",
      head: t("switch.since"),
      phone: "when",
      cell: (row) => (row.setAt ? format.dateTime(row.setAt) : "–"),
    },
    { key: "by", head: t("column.by"), cell: (row) => row.setBy || t("switch.never") },
    {
      key: "reason",
      head: t("column.reason"),
      cell: (row) => <span className={staff.wrap}>{row.reason || "–"}</span>,
    },
    {
      key: "do",
      head: t("column.do"),
      align: "end",
      cell: (row) => {
        const name = t(`switch.${known(row)}`);
        return (
          <RowActions>
            <RowButton
              variant={row.on ? "primary" : "quiet"}
              label={row.on ? t("switch.openOf", { name }) : t("switch.closeOf", { name })}
              onClick={() => setAsking(row)}
            >
              {row.on ? t("switch.open") : t("switch.close")}
            </RowButton>
          </RowActions>
        );
      },
    },
  ];
  return (
    <ListPage title={t("nav.switches")} lead={t("switch.lead")}>
      <List
        density="compact"
        query={query}
        caption={t("nav.switches")}
        rowKey={(row) => row.name}
        columns={columns}
        height="20rem"
      />
      <Schedule />
      {asking && (
        <SwitchDialog
          name={known(asking)}
          begins={!asking.on}
          {...(online === undefined || online < 0 ? {} : { concerns: t("site.online", { count: online }) })}
          onClose={() => setAsking(null)}
        />
      )}
    </ListPage>
  );
}
