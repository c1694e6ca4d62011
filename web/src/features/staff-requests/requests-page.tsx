import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { FileFormat } from "#shared/api/client.ts";
import { daysRequest } from "#shared/days.ts";
import { saveFile } from "#shared/save-file.ts";
import { ListViews } from "#shared/staff/list-views.tsx";
import { TrailPager } from "#shared/trail-pager.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { FileMenu } from "#shared/ui/file-menu.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useRest } from "#shared/use-rest.ts";
import { useSearch } from "#shared/use-search.ts";
import { useTrail } from "#shared/use-trail.ts";
import { useRequestColumns } from "./request-columns.tsx";
import { RequestFilters } from "./request-filters.tsx";
import classes from "./requests.module.css";
import { type Cursor, type Filter, requestsQuery, requestsSearch, states, useRequestsFile } from "./requests.ts";
import { Totals } from "./totals.tsx";

/** All deposits and withdrawals of the site: filters, totals of the whole selection, the list, and the list as a file. */
export function RequestsPage() {
  const { t } = useTranslation(["requests", "admin"]);
  const toast = useToast();
  const { search, filter: onFilter, replace } = useSearch(requestsSearch);
  const { from, to, kind, state } = search;
  const typed = {
    memId: useRest(search.member ?? ""),
    handledBy: useRest(search.by ?? ""),
    minAmount: Number(useRest(String(search.min ?? 0))),
    maxAmount: Number(useRest(String(search.max ?? 0))),
  };
  const wanted: Filter = {
    ...typed,
    cashType: kind ?? "",
    status: state === undefined ? [] : [states[state]],
    ...daysRequest({ ...(from && { from }), ...(to && { to }) }),
  };
  const trail = useTrail<Cursor>(JSON.stringify(wanted));
  const query = useQuery(requestsQuery(wanted, trail.after));
  const totals = useQuery(requestsQuery(wanted)).data?.totals ?? [];
  const file = useRequestsFile();
  const columns = useRequestColumns();
  const total = totals.reduce((sum, one) => sum + one.count, 0);
  const data = query.data && {
    ...query.data,
    pageInfo: { page: 1, pages: 1, total, countPerList: query.data.list.length },
  };
  const download = (format: FileFormat) => {
    const name = `${["requests", from, to].filter(Boolean).join("-")}.${format}`;
    file.mutate([wanted, format], {
      onSuccess: ({ blob }) => {
        saveFile(blob, name);
        toast({ tone: "done", text: t("exported", { name }) });
      },
    });
  };
  return (
    <ListPage
      title={t("title")}
      lead={t("lead")}
      filters={
        <>
          <RequestFilters
            search={search}
            onFilter={onFilter}
            action={<FileMenu label={t("export")} busy={file.isPending} onChoose={download} />}
          />
          <ListViews list="requests" search={search} read={requestsSearch} onShow={replace} />
          <Refusal error={file.error} />
          {file.data?.cut && (
            <p role="status" className={classes.cut}>
              {t("admin:file.cut")}
            </p>
          )}
        </>
      }
    >
      <div className={classes.list}>
        <List
          density="compact"
          query={{ data, error: query.error, isError: query.isError, refetch: query.refetch }}
          caption={t("title")}
          name="requests"
          exported
          rowKey={(row) => row.idx}
          columns={columns}
          above={({ list }) => list.length > 0 && <Totals totals={totals} />}
          empty={
            <EmptyState art="history" title={t("none")}>
              {t("noneText")}
            </EmptyState>
          }
        />
        <TrailPager trail={trail} next={data?.next} />
      </div>
    </ListPage>
  );
}
