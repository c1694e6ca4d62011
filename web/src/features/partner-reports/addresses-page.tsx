import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Figures, FileButton } from "#shared/partner/list-parts.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useSearch } from "#shared/use-search.ts";
import classes from "./reports.module.css";
import { type AddressRow, addressesQuery, addressSearch, spans } from "./reports.ts";

type Member = AddressRow["members"][number];

function Group({ row }: { row: AddressRow }) {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const columns: Column<Member>[] = [
    {
      key: "member",
      head: t("member"),
      phone: "title",
      cell: (one) => (
        <>
          {one.memId} <span className={classes.dim}>{one.partner ? t("partner") : one.memNick}</span>
        </>
      ),
      value: (one) => one.memId,
    },
    { key: "above", head: t("above"), phone: "amount", cell: (one) => one.recommender, value: (o) => o.recommender },
    {
      key: "last",
      head: t("lastLogin"),
      phone: "when",
      cell: (one) => format.moment(one.lastLoginAt),
      value: (one) => one.lastLoginAt,
    },
    {
      key: "joined",
      head: t("joinedHere"),
      phone: "state",
      cell: (one) => (one.joinedHere ? t("yes") : "–"),
      value: (one) => (one.joinedHere ? 1 : 0),
    },
  ];
  return (
    <section className={classes.group} aria-label={row.ip}>
      <h2>{row.ip}</h2>
      <Figures
        label={t("totals")}
        figures={[
          { name: t("accounts"), value: format.number(row.accounts) },
          ...(row.deposits === null ? [] : [{ name: t("cash.in"), value: <Money amount={row.deposits} /> }]),
          { name: t("lastLogin"), value: format.moment(row.lastLoginAt) },
        ]}
      />
      <List
        density="compact"
        query={{ data: { list: row.members }, error: null, isError: false, refetch: async () => undefined }}
        caption={row.ip}
        rowKey={(one) => one.memId}
        columns={columns}
      />
      {row.accounts > row.members.length && <p className={classes.dim}>{t("addresses.more")}</p>}
    </section>
  );
}

/** The addresses from which several accounts of the downline logged in last. */
export function AddressesPage() {
  const { t } = useTranslation("partner-reports");
  const { search, filter: onFilter } = useSearch(addressSearch);
  const within = Number(search.within ?? 30);
  const query = useQuery(addressesQuery(within));
  return (
    <ListPage
      title={t("addresses.title")}
      lead={t("addresses.lead")}
      filters={
        <ListBar action={<FileButton path="/api/partner/reports/addresses/csv" body={{ within }} name="addresses" />}>
          <Choice
            label={t("addresses.within")}
            value={search.within ?? "30"}
            onChange={(next) => onFilter({ within: next === "30" ? undefined : next })}
            options={spans.map((value) => ({ value, label: t("days", { count: Number(value) }) }))}
          />
        </ListBar>
      }
    >
      <QueryView query={query} skeleton={<Skeleton height="28rem" radius="var(--radius-m)" />}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState art="queue" title={t("addresses.none")} />
          ) : (
            <div className={classes.groups}>
              {list.map((row) => (
                <Group key={row.ip} row={row} />
              ))}
            </div>
          )
        }
      </QueryView>
    </ListPage>
  );
}
