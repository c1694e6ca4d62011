import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { type Column, DataTable } from "#shared/ui/data-table.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "../shell/desk.module.css";
import { inherited, LevelDialog, limits } from "./level-dialog.tsx";
import { type LevelRow, levelsQuery } from "./promos.ts";

/** Limits of the members of each level (D-18, D-22); what a level has none of its own of is as for the site. */
export function Levels() {
  const { t } = useTranslation("admin");
  const query = useQuery(levelsQuery);
  const [editing, setEditing] = useState<LevelRow | null>(null);
  const columnsOf = (site: LevelRow): Column<LevelRow>[] => [
    {
      key: "level",
      head: t("column.level"),
      phone: "title",
      cell: (row) => <strong>{t("level.name", { level: row.level })}</strong>,
    },
    ...limits.map(
      (name): Column<LevelRow> => ({
        key: name,
        head: t(`level.${name}`),
        align: "end",
        cell: (row) =>
          row[name] === 0 ? (
            <span className={classes.dim}>
              {t("level.site")} <Money amount={inherited(site, row.level, name)} />
            </span>
          ) : (
            <Money amount={row[name]} />
          ),
      }),
    ),
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
            aria-label={t("content.editOf", { title: t("level.name", { level: row.level }) })}
            onClick={() => setEditing(row)}
          >
            {t("content.edit")}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <QueryView query={query} skeleton={<Skeleton height="26rem" radius="var(--radius-m)" />}>
      {({ list, site }) => (
        <div className={classes.list}>
          <p className={classes.dim}>{t("level.lead")}</p>
          <DataTable
            dense
            caption={t("promos.levels")}
            columns={columnsOf(site)}
            rows={list}
            rowKey={(row) => row.level}
          />
          {editing && <LevelDialog row={editing} site={site} onClose={() => setEditing(null)} />}
        </div>
      )}
    </QueryView>
  );
}
