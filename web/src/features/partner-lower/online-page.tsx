import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useSearch } from "#shared/use-search.ts";
import { onlineQuery, onlineSearch } from "./lower.ts";

type Online = Res<"/api/partner/online">["list"][number];

/** The accounts below with a live connection, by branches. */
export function LowerOnlinePage() {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const { search, replace, onPage } = useSearch(onlineSearch);
  const { partner = "", page = 1 } = search;
  const query = useQuery(onlineQuery(partner, page));
  const columns: Column<Online>[] = [
    { key: "memId", head: t("account"), phone: "title", cell: (row) => row.memId, value: (row) => row.memId },
    { key: "nick", head: t("nick"), cell: (row) => row.memNick, value: (row) => row.memNick },
    { key: "kind", head: t("kind"), phone: "state", cell: (row) => t(row.partner ? "kind.partner" : "kind.member") },
    { key: "above", head: t("above"), cell: (row) => row.recommender, value: (row) => row.recommender },
    {
      key: "login",
      head: t("lastLogin"),
      phone: "when",
      cell: (row) => (row.lastLoginAt ? format.dateTime(row.lastLoginAt) : "–"),
      value: (row) => row.lastLoginAt,
    },
  ];
  return (
    <ListPage title={t("onlineTitle")}>
      <List
        density="compact"
        query={query}
        caption={t("onlineTitle")}
        name="partner-online"
        rowKey={(row) => row.memId}
        columns={columns}
        onPage={onPage}
        above={({ branches }) => {
          const named = branches.filter(({ memId }) => memId !== "");
          if (named.length === 0 && partner === "") return null;
          return (
            <Choice
              label={t("branches")}
              value={partner}
              onChange={(next) => replace({ partner: next })}
              options={[
                { value: "", label: t("all") },
                ...(partner !== "" && named.every(({ memId }) => memId !== partner)
                  ? [{ value: partner, label: partner }]
                  : []),
                ...named.map(({ memId, online }) => ({ value: memId, label: `${memId} ${format.number(online)}` })),
              ]}
            />
          );
        }}
        empty={
          <EmptyState art="queue" title={t("onlineNone")}>
            {t("onlineNoneText")}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
