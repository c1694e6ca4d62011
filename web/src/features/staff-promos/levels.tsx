import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "#shared/staff/staff.module.css";
import { List } from "#shared/ui/list/list.tsx";
import { Lead } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
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
        <RowActions>
          <RowButton
            label={t("content.editOf", { title: t("level.name", { level: row.level }) })}
            onClick={() => setEditing(row)}
          >
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
        caption={t("promos.levels")}
        rowKey={(row) => row.level}
        columns={({ site }) => columnsOf(site)}
        above={() => <Lead>{t("level.lead")}</Lead>}
        height="26rem"
      />
      {editing && query.data && <LevelDialog row={editing} site={query.data.site} onClose={() => setEditing(null)} />}
    </>
  );
}
