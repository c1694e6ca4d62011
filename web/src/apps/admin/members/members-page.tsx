import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useTitle } from "#shared/ui/title.ts";
import { useAddress } from "../address.ts";
import classes from "../shell/desk.module.css";
import { MemberActions } from "./member-actions.tsx";
import { MemberFacts } from "./member-facts.tsx";
import { MemberHistory } from "./member-history.tsx";
import { MemberStatus } from "./member-status.tsx";

import own from "./members.module.css";
import { memberListQuery, memberStatuses } from "./members.ts";
import { membersSearch } from "./search.ts";

/** Everybody who signed up: search, filter, and the one who is chosen beside. All of it is in the address. */
export function MembersPage() {
  const { t } = useTranslation("admin");
  useTitle(t("nav.members"));
  const format = useFormat();
  const [search, setSearch] = useAddress(membersSearch);
  const { q = "", status = "", page = 1, member } = search;
  const query = useQuery(memberListQuery(status, q, page));
  return (
    <div className={classes.page}>
      <h1>{t("nav.members")}</h1>
      <div className={classes.filters}>
        <Field
          label={t("filter.search")}
          type="search"
          value={q}
          placeholder={t("members.searchHint")}
          onChange={(next) => setSearch(membersSearch({ ...search, q: next, page: 1 }))}
        />
        <SelectField
          label={t("filter.status")}
          value={status === "" ? "all" : status}
          onChange={(next) => setSearch(membersSearch({ ...search, status: next, page: 1 }))}
          options={[
            { value: "all", label: t("filter.all") },
            ...memberStatuses.map((value) => ({ value, label: t(`member.status.${value}`) })),
          ]}
        />
      </div>
      <QueryView query={query} skeleton={<Skeleton height="28rem" radius="var(--radius-m)" />}>
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="history" title={t("members.none")}>
              {t("members.noneText")}
            </EmptyState>
          ) : (
            <div className={classes.columns}>
              <div className={classes.list}>
                <DataTable
                  dense
                  caption={t("nav.members")}
                  rows={list}
                  rowKey={(row) => row.memId}
                  rowClass={(row) => (row.memId === member ? classes.chosen : undefined)}
                  onRow={(row) => setSearch({ ...search, member: row.memId })}
                  columns={[
                    {
                      key: "memId",
                      head: t("column.memId"),
                      foot: t("foot.count", { count: pageInfo.total }),
                      cell: (row) => (
                        <button type="button" className={classes.pick} aria-pressed={row.memId === member}>
                          {row.memId}
                        </button>
                      ),
                    },
                    { key: "status", head: t("column.status"), cell: (row) => <MemberStatus status={row.status} /> },
                    { key: "nick", head: t("column.nick"), cell: (row) => row.memNick },
                    { key: "name", head: t("column.name"), cell: (row) => row.memName },
                    { key: "phone", head: t("column.phone"), cell: (row) => row.phone },
                    {
                      key: "cash",
                      head: t("column.cash"),
                      align: "end",
                      cell: (row) => <Money amount={row.cashAmt} />,
                    },
                    { key: "joined", head: t("column.joined"), cell: (row) => format.dateTime(row.joinedAt) },
                    {
                      key: "login",
                      head: t("column.lastLogin"),
                      cell: (row) => (row.lastLoginAt ? format.dateTime(row.lastLoginAt) : "–"),
                    },
                  ]}
                />
                <Pager
                  page={pageInfo.page}
                  pages={pageInfo.pages}
                  onPage={(next) => setSearch(membersSearch({ ...search, page: next }))}
                />
              </div>
              <aside className={classes.card} aria-label={t("detail.label")}>
                {member === undefined ? (
                  <p className={own.none}>{t("members.choose")}</p>
                ) : (
                  <>
                    <h2>{member}</h2>
                    <MemberActions key={member} memId={member} />
                    <MemberFacts memId={member} />
                    <h3>{t("history.title")}</h3>
                    <MemberHistory memId={member} />
                  </>
                )}
              </aside>
            </div>
          )
        }
      </QueryView>
    </div>
  );
}
