import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, type Res } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { pollEvery } from "#shared/query.ts";
import { pageOf, searchOf, textOf } from "#shared/search.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import { Choice } from "#shared/ui/choice.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Lead, ListPage } from "#shared/ui/list/list-page.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useSearch } from "#shared/use-search.ts";

type Online = Res<"/api/admin/online/list">;

const PER_PAGE = 50;
/** The list is polled, because the hub does not report single connects and disconnects to staff. */
const EVERY_MS = 10_000;

/** Reads the search parameters: the partner whose downline is shown, and the page. */
const onlineSearch = searchOf({ partner: textOf, page: pageOf });

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

/** The partners with members online: one is chosen to see only those below. */
function Branches({
  branches,
  partner,
  onPartner,
}: {
  branches: Online["branches"];
  partner: string;
  onPartner(partner: string): void;
}) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const named = branches.filter(({ memId }) => memId !== "");
  const direct = branches.find(({ memId }) => memId === "");
  if (named.length === 0 && partner === "") return null;
  return (
    <>
      <Choice
        label={t("online.branches")}
        value={partner}
        onChange={onPartner}
        options={[
          { value: "", label: t("filter.all") },
          ...(partner !== "" && named.every(({ memId }) => memId !== partner)
            ? [{ value: partner, label: partner }]
            : []),
          ...named.map(({ memId, online }) => ({ value: memId, label: `${memId} ${format.number(online)}` })),
        ]}
      />
      {direct && direct.online > 0 && named.length > 0 && (
        <Lead>
          {t("online.direct")}: {format.number(direct.online)}
        </Lead>
      )}
    </>
  );
}

/** The members with a live connection, optionally only those in one partner's downline. */
export function OnlinePage() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const { search, replace, onPage } = useSearch(onlineSearch);
  const { partner = "", page = 1 } = search;
  const query = useQuery(onlineQuery(partner, page));
  const columns: Column<Online["list"][number]>[] = [
    {
      key: "memId",
      head: t("column.memId"),
      cell: (row) => (
        <NavLink to={`${staffPaths.members}?member=${row.memId}`} className={undefined}>
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
  ];
  return (
    <ListPage title={t("nav.online")}>
      <List
        density="compact"
        query={query}
        caption={t("nav.online")}
        rowKey={(row) => row.memId}
        columns={columns}
        onPage={onPage}
        above={({ branches }) => (
          <Branches branches={branches} partner={partner} onPartner={(next) => replace({ partner: next })} />
        )}
        empty={
          <EmptyState art="queue" title={t("online.none")}>
            {t("online.noneText")}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
