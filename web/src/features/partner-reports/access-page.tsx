import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { daysRequest } from "#shared/days.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { FileButton } from "#shared/partner/list-parts.tsx";
import { TrailPager } from "#shared/trail-pager.tsx";
import { DateRange } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useRest } from "#shared/use-rest.ts";
import { useSearch } from "#shared/use-search.ts";
import { useTrail } from "#shared/use-trail.ts";
import classes from "./reports.module.css";
import { type AccessFilter, type AccessRow, accessQuery, accessSearch } from "./reports.ts";

function useAccessColumns(): Column<AccessRow>[] {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  return [
    {
      key: "member",
      head: t("member"),
      phone: "title",
      cell: (row) => (
        <>
          {row.memId} <span className={classes.dim}>{row.memNick}</span>
        </>
      ),
      value: (row) => row.memId,
    },
    { key: "time", head: t("time"), phone: "when", cell: (row) => format.moment(row.at), value: (row) => row.at },
    {
      key: "result",
      head: t("access.result"),
      phone: "state",
      cell: (row) =>
        row.result === "200" ? (
          <StatusPill tone="good">{t("access.done")}</StatusPill>
        ) : (
          <StatusPill tone="bad">{t("access.refused", { code: row.result })}</StatusPill>
        ),
      value: (row) => row.result,
    },
    { key: "ip", head: t("address"), phone: "amount", cell: (row) => row.ip || "–", value: (row) => row.ip },
    { key: "device", head: t("device"), cell: (row) => row.device || "–", value: (row) => row.device },
  ];
}

/** The logins of the downline: who tried, from where, and how it ended. */
export function AccessPage() {
  const { t } = useTranslation("partner-reports");
  const { search, filter: onFilter } = useSearch(accessSearch);
  const { from, to, result } = search;
  const filter: AccessFilter = {
    memId: useRest(search.member ?? ""),
    ip: useRest(search.ip ?? ""),
    ...(result && { failed: result === "failed" }),
    ...daysRequest({ ...(from && { from }), ...(to && { to }) }),
  };
  const trail = useTrail<string>(JSON.stringify(filter));
  const query = useQuery(accessQuery(filter, trail.after));
  const columns = useAccessColumns();
  return (
    <ListPage
      title={t("access.title")}
      lead={t("access.lead")}
      filters={
        <ListBar action={<FileButton path="/api/partner/reports/access/csv" body={filter} name="logins" />}>
          <Field
            type="search"
            label={t("member")}
            placeholder={t("memberHint")}
            value={search.member ?? ""}
            onChange={(next) => onFilter({ member: next })}
          />
          <Field
            type="search"
            label={t("address")}
            value={search.ip ?? ""}
            onChange={(next) => onFilter({ ip: next })}
          />
          <SelectField
            label={t("access.result")}
            value={result ?? ""}
            onChange={(next) => onFilter({ result: next })}
            options={[
              { value: "", label: t("all") },
              { value: "done", label: t("access.done") },
              { value: "failed", label: t("access.failed") },
            ]}
          />
          <DateRange
            value={{ ...(from && { from }), ...(to && { to }) }}
            onChange={(next) => onFilter({ from: undefined, to: undefined, ...next })}
          />
        </ListBar>
      }
    >
      <div className={classes.list}>
        <List
          density="compact"
          exported
          query={query}
          caption={t("access.title")}
          name="partner-access"
          rowKey={(row) => row.id}
          columns={columns}
          empty={<EmptyState art="history" title={t("access.none")} />}
        />
        <TrailPager trail={trail} next={query.data?.next} />
      </div>
    </ListPage>
  );
}
