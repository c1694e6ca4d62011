import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { percentText } from "#shared/staff/percent.ts";
import { useRuleName } from "#shared/staff/promo/rule-name.ts";
import { List } from "#shared/ui/list/list.tsx";
import { Lead } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { BonusDialog } from "./bonus-dialog.tsx";
import { type BonusSetting, type Settings, settingsQuery } from "./promos.ts";
import { Stamp } from "./stamp.tsx";
import { Waiting } from "./waiting.tsx";

/** From the lowest to the highest rate of the levels, "5–12 %". */
function ratesText(rates: number[]): string {
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  return low === high ? `${percentText(low)} %` : `${percentText(low)}–${percentText(high)} %`;
}

/** The rules of bonuses for deposits, as they hold. */
export function Bonuses() {
  const { t } = useTranslation(["admin", "promo"]);
  const format = useFormat();
  const ruleName = useRuleName();
  const query = useQuery({ ...settingsQuery, select: ({ bonuses, ...rest }) => ({ list: bonuses, ...rest }) });
  const [editing, setEditing] = useState<BonusSetting | null>(null);
  const columns = (stamps: Settings["stamps"]): Column<BonusSetting>[] => [
    {
      key: "rule",
      head: t("bonus.rule"),
      cell: (row) => <strong>{ruleName(row.rule)}</strong>,
    },
    {
      key: "active",
      head: t("column.status"),
      cell: (row) => (
        <StatusPill tone={row.active ? "good" : "calm"}>{row.active ? t("promos.on") : t("promos.off")}</StatusPill>
      ),
    },
    { key: "rates", head: t("bonus.rates"), align: "end", cell: (row) => ratesText(row.rates) },
    {
      key: "unit",
      head: t("promos.unit"),
      cell: (row) => (row.unit === "cash" ? t("promos.unit.cash") : t("promos.unit.point")),
    },
    { key: "min", head: t("bonus.min"), align: "end", cell: (row) => <Money amount={row.minDeposit} /> },
    {
      key: "cap",
      head: t("bonus.cap"),
      align: "end",
      cell: (row) => (row.unit === "cash" ? format.money(row.cap) : `${format.number(row.cap)} P`),
    },
    {
      key: "turnover",
      head: t("promos.turnover"),
      align: "end",
      cell: (row) => `${percentText(row.turnover)} %`,
    },
    { key: "set", head: t("promos.set"), cell: (row) => <Stamp stamp={stamps[row.rule]} /> },
    {
      key: "do",
      head: t("column.do"),
      align: "end",
      cell: (row) => (
        <RowActions>
          <RowButton label={t("content.editOf", { title: ruleName(row.rule) })} onClick={() => setEditing(row)}>
            {t("content.edit")}
          </RowButton>
        </RowActions>
      ),
    },
  ];
  return (
    <>
      <List
        density="compact"
        query={query}
        caption={t("promo:bonus.title")}
        rowKey={({ rule }) => rule}
        columns={({ stamps }) => columns(stamps)}
        above={({ waiting }) => (
          <>
            <Lead>{t("bonus.lead")}</Lead>
            <Waiting changes={waiting.filter(({ change }) => change.after.bonus)} />
          </>
        )}
        height="14rem"
      />
      {editing && (
        <BonusDialog row={editing} secondPerson={query.data?.secondPerson ?? true} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
