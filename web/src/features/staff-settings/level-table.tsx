import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { staffPaths } from "#shared/staff/paths.ts";
import { useRight } from "#shared/staff/session.ts";
import { growsWithLevel, type LimitName, levelPath, levels, limitNames } from "#shared/staff/settings/options.ts";
import staff from "#shared/staff/staff.module.css";
import { DataTable } from "#shared/ui/data-table.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { effective } from "./level-limits.ts";
import classes from "./settings.module.css";
import { levelCountsQuery, type Settings } from "./settings.ts";
import type { DraftState } from "./use-draft.ts";

/** The row of what holds for all levels. */
const ALL = 0;

interface LevelTableProps {
  settings: Settings;
  draft: DraftState;
  onEdit(level: number): void;
}

/** The ten levels with what their members are held to, below what holds for all. */
export function LevelTable({ settings, draft, onEdit }: LevelTableProps) {
  const { t } = useTranslation(["settings", "admin"]);
  const columns: Column<number>[] = [
    {
      key: "level",
      head: t("admin:column.level"),
      cell: (level) => (
        <strong className={classes.whole}>{level === ALL ? t("level.all") : t("admin:level.name", { level })}</strong>
      ),
    },
    ...limitNames.map(
      (limit): Column<number> => ({
        key: limit,
        head: t(`level.${limit}`),
        align: "end",
        cell: (level) =>
          level === ALL ? (
            <Money amount={settings.values[limit] ?? 0} />
          ) : (
            <Limit draft={draft} level={level} limit={limit} />
          ),
      }),
    ),
    {
      key: "members",
      head: t("level.members"),
      align: "end",
      cell: (level) =>
        level !== ALL && (
          <span className={classes.whole}>
            <Members level={level} />
          </span>
        ),
    },
    {
      key: "do",
      head: t("admin:column.do"),
      align: "end",
      cell: (level) =>
        level !== ALL && (
          <RowActions>
            <RowButton
              label={t("admin:content.editOf", { title: t("admin:level.name", { level }) })}
              onClick={() => onEdit(level)}
            >
              {t("admin:content.edit")}
            </RowButton>
          </RowActions>
        ),
    },
  ];
  return (
    <DataTable
      caption={t("level.limits")}
      density="compact"
      rows={[ALL, ...levels]}
      rowKey={(level) => level}
      columns={columns}
    />
  );
}

/** One limit of a level: its own, or greyed what applies instead; marked when it would change. */
function Limit({ draft, level, limit }: { draft: DraftState; level: number; limit: LimitName }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const { amount, own } = effective(draft.values, level, limit);
  const change = draft.changes.find(({ path }) => path === levelPath(level, limit));
  const site = Number(draft.values[limit]);
  return (
    <span className={change ? classes.changed : classes.whole}>
      {change && (
        <small className={staff.dim}>
          {t("level.was", { value: Number(change.was) > 0 ? format.money(Number(change.was)) : t("level.none") })}
        </small>
      )}
      {own ? (
        <Money amount={amount} />
      ) : (
        <span className={staff.dim}>
          {growsWithLevel(limit) && level > 1 && <small>{`${format.number(site)} × ${level} = `}</small>}
          <Money amount={amount} />
          {!growsWithLevel(limit) && <span className="visually-hidden"> ({t("level.none")})</span>}
        </span>
      )}
    </span>
  );
}

/** How many members a level has, as a link to their list for those who may open it. */
function Members({ level }: { level: number }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const { data } = useQuery(levelCountsQuery);
  const mayOpen = useRight("member");
  const count = data?.list[level - 1]?.members;
  if (count === undefined) return "–";
  if (!mayOpen || count === 0) return format.number(count);
  return (
    <NavLink to={`${staffPaths.members}?level=${level}`} label={t("level.membersOf", { level, count })}>
      {format.number(count)}
    </NavLink>
  );
}
