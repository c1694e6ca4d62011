import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { paths } from "#shared/paths.ts";
import { pollEvery } from "#shared/query.ts";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useTitle } from "#shared/ui/title.ts";
import { textOf, useAddress } from "../address.ts";
import { Choice } from "../shell/choice.tsx";
import classes from "../shell/desk.module.css";

const PER_PAGE = 50;
/** Who comes and goes is asked for; the hub tells staff of no single one. */
const EVERY_MS = 10_000;

/** What the address says: below which partner, and the page. */
function onlineSearch(search: Record<string, unknown>): { partner?: string; page?: number } {
  const partner = textOf(search.partner);
  const page = Number(search.page);
  return {
    ...(partner === undefined ? {} : { partner }),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}

function onlineQuery(partner: string, page: number) {
  return queryOptions({
    queryKey: ["online", partner, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/online/list", { partner, page, count_per_list: PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(EVERY_MS),
    staleTime: 0,
    meta: { personal: true },
  });
}

/** Who has a live connection now, and below which partner they are. */
export function OnlinePage() {
  const { t } = useTranslation("admin");
  useTitle(t("nav.online"));
  const format = useFormat();
  const [search, setSearch] = useAddress(onlineSearch);
  const { partner = "", page = 1 } = search;
  const query = useQuery(onlineQuery(partner, page));
  return (
    <div className={classes.page}>
      <h1>{t("nav.online")}</h1>
      <QueryView query={query} skeleton={<Skeleton height="28rem" radius="var(--radius-m)" />}>
        {({ list, branches, pageInfo }) => {
          const named = branches.filter(({ memId }) => memId !== "");
          const direct = branches.find(({ memId }) => memId === "");
          return (
            <div className={classes.list}>
              {(named.length > 0 || partner !== "") && (
                <Choice
                  label={t("online.branches")}
                  value={partner}
                  onChange={(next) => setSearch(onlineSearch({ partner: next }))}
                  options={[
                    { value: "", label: t("filter.all") },
                    ...(partner !== "" && named.every(({ memId }) => memId !== partner)
                      ? [{ value: partner, label: partner }]
                      : []),
                    ...named.map(({ memId, online }) => ({ value: memId, label: `${memId} ${format.number(online)}` })),
                  ]}
                />
              )}
              {direct && direct.online > 0 && named.length > 0 && (
                <p className={classes.dim}>
                  {t("online.direct")}: {format.number(direct.online)}
                </p>
              )}
              {list.length === 0 ? (
                <EmptyState art="queue" title={t("online.none")}>
                  {t("online.noneText")}
                </EmptyState>
              ) : (
                <DataTable
                  dense
                  caption={t("nav.online")}
                  rows={list}
                  rowKey={(row) => row.memId}
                  columns={[
                    {
                      key: "memId",
                      head: t("column.memId"),
                      foot: t("foot.count", { count: pageInfo.total }),
                      cell: (row) => (
                        <NavLink to={`${paths.adminMembers}?member=${row.memId}`} className={undefined}>
                          {row.memId}
                        </NavLink>
                      ),
                    },
                    {
                      key: "nick",
                      head: t("column.nick"),
                      cell: (row) => (
                        <>
                          {row.memNick} {row.partner && <StatusPill tone="info">{t("online.partner")}</StatusPill>}
                        </>
                      ),
                    },
                    { key: "level", head: t("column.level"), align: "end", cell: (row) => row.memLevel },
                    { key: "recommender", head: t("column.recommender"), cell: (row) => row.recommender || "–" },
                    {
                      key: "login",
                      head: t("column.lastLogin"),
                      cell: (row) => (row.lastLoginAt ? format.dateTime(row.lastLoginAt) : "–"),
                    },
                    { key: "seen", head: t("column.seen"), cell: (row) => format.ago(row.seenAt, Date.now()) },
                  ]}
                />
              )}
              <Pager
                page={pageInfo.page}
                pages={pageInfo.pages}
                onPage={(next) => setSearch(onlineSearch({ partner, page: next }))}
              />
            </div>
          );
        }}
      </QueryView>
    </div>
  );
}
