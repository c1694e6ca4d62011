import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { type Column, DataTable } from "#shared/ui/data-table.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "../shell/desk.module.css";
import { BonusDialog } from "./bonus-dialog.tsx";
import { percentText } from "./percent.ts";
import { type BonusSetting, settingsQuery } from "./promos.ts";
import { useRuleName } from "./rules.ts";
import { Stamp } from "./stamp.tsx";

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
  const query = useQuery(settingsQuery);
  const [editing, setEditing] = useState<BonusSetting | null>(null);
  return (
    <QueryView query={query} skeleton={<Skeleton height="14rem" radius="var(--radius-m)" />}>
      {({ bonuses, stamps }) => {
        const columns: Column<BonusSetting>[] = [
          {
            key: "rule",
            head: t("bonus.rule"),
            phone: "title",
            cell: (row) => <strong>{ruleName(row.rule)}</strong>,
          },
          {
            key: "active",
            head: t("column.status"),
            cell: (row) => (
              <StatusPill tone={row.active ? "good" : "calm"}>
                {row.active ? t("promos.on") : t("promos.off")}
              </StatusPill>
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
              <span className={classes.rowActions}>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-haspopup="dialog"
                  aria-label={t("content.editOf", { title: ruleName(row.rule) })}
                  onClick={() => setEditing(row)}
                >
                  {t("content.edit")}
                </Button>
              </span>
            ),
          },
        ];
        return (
          <div className={classes.list}>
            <p className={classes.dim}>{t("bonus.lead")}</p>
            <DataTable
              dense
              caption={t("promo:bonus.title")}
              columns={columns}
              rows={bonuses}
              rowKey={({ rule }) => rule}
            />
            {editing && <BonusDialog row={editing} onClose={() => setEditing(null)} />}
          </div>
        );
      }}
    </QueryView>
  );
}
