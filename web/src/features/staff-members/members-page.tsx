import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { ListViews } from "#shared/staff/list-views.tsx";
import type { MemberRow } from "#shared/staff/members.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import { useShown } from "#shared/staff/personal.ts";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { FilterSelect, Lead, ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useSearch } from "#shared/use-search.ts";
import { MemberActions } from "./member-actions.tsx";
import { MemberFacts } from "./member-facts.tsx";
import { MemberHistory } from "./member-history.tsx";
import { MemberStatus } from "./member-status.tsx";
import classes from "./members.module.css";
import { memberListQuery, memberStatuses } from "./members.ts";
import { membersFilters, membersSearch } from "./search.ts";

const levelOptions = Array.from({ length: 10 }, (_, index) => {
  const value = String(index + 1);
  return { value, label: value };
});

/** A value of a member, masked but while the member's details beside the list show it. */
function Personal({ row, field }: { row: MemberRow; field: "name" | "phone" }) {
  return useShown("member", row.memId).of(field, field === "name" ? row.memName : row.phone);
}

/** Everybody who signed up: search, filter, and the one who is chosen beside. All of it is in the address. */
export function MembersPage() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const { search, set, filter, replace, onPage } = useSearch(membersSearch);
  const { q = "", status, level, page = 1, member } = search;
  const query = useQuery(memberListQuery(status ?? "", level ?? 0, q, page));
  const columns: Column<MemberRow>[] = [
    { key: "memId", head: t("column.memId"), cell: (row) => row.memId },
    { key: "status", head: t("column.status"), cell: (row) => <MemberStatus status={row.status} test={row.test} /> },
    { key: "nick", head: t("column.nick"), cell: (row) => row.memNick },
    { key: "name", head: t("column.name"), cell: (row) => <Personal row={row} field="name" /> },
    { key: "phone", head: t("column.phone"), cell: (row) => <Personal row={row} field="phone" /> },
    { key: "cash", head: t("column.cash"), align: "end", cell: (row) => <Money amount={row.cashAmt} /> },
    { key: "joined", head: t("column.joined"), cell: (row) => format.dateTime(row.joinedAt) },
    {
      key: "login",
      head: t("column.lastLogin"),
      cell: (row) => (row.lastLoginAt ? format.dateTime(row.lastLoginAt) : "–"),
    },
  ];
  return (
    <ListPage
      title={t("nav.members")}
      filters={
        <>
          <ListBar
            search={{
              value: q,
              placeholder: t("members.searchHint"),
              onChange: (next) => filter({ q: next }),
            }}
          >
            <FilterSelect
              label={t("filter.status")}
              value={status}
              onChange={(next) => filter({ status: next })}
              options={memberStatuses.map((value) => ({ value, label: t(`member.status.${value}`) }))}
            />
            <FilterSelect
              label={t("column.level")}
              value={level === undefined ? undefined : String(level)}
              onChange={(next) => filter({ level: next })}
              options={levelOptions}
            />
          </ListBar>
          <ListViews
            list="members"
            search={search}
            read={membersFilters}
            onShow={replace}
            omits={t("members.viewOmits")}
          />
        </>
      }
      aside={{
        label: t("detail.label"),
        content:
          member === undefined ? (
            query.data?.list.length !== 0 && <Lead>{t("members.choose")}</Lead>
          ) : (
            <>
              <h2>{member}</h2>
              <NavLink to={staffPaths.member.replace("$memId", member)} className={classes.link}>
                {t("member.open")}
              </NavLink>
              <MemberActions key={member} memId={member} />
              <MemberFacts memId={member} />
              <h3>{t("history.title")}</h3>
              <MemberHistory memId={member} />
            </>
          ),
      }}
    >
      <List
        density="compact"
        query={query}
        caption={t("nav.members")}
        name="members"
        rowKey={(row) => row.memId}
        columns={columns}
        onPage={onPage}
        chosen={member}
        onChoose={(row) => set({ member: row.memId })}
        empty={
          <EmptyState art="history" title={t("members.none")}>
            {t("members.noneText")}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
