import { useQuery } from "@tanstack/react-query";
import { useMatch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { daysRequest } from "#shared/days.ts";
import { ListViews } from "#shared/staff/list-views.tsx";
import { staffPaths } from "#shared/staff/paths.ts";
import { useRight, useStaff } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { DateRange } from "#shared/ui/date-range.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { useSearch } from "#shared/use-search.ts";
import { type Card, cardQuery } from "./card.ts";
import { MemberActions } from "./member-actions.tsx";
import { MemberFacts } from "./member-facts.tsx";
import classes from "./members.module.css";
import { Notes } from "./notes.tsx";
import { type Part, partNames, parts, personSearch } from "./person.ts";
import { Ledger } from "./person-ledger.tsx";
import { ChangesOf, CouponsOf, MessagesOf } from "./person-letters.tsx";
import { RequestsOf, Rounds } from "./person-money.tsx";
import { AuditOf, Logins } from "./person-record.tsx";
import { ProtectionPanel } from "./protection-dialog.tsx";
import { Referrer } from "./referrer.tsx";
import { personFilters } from "./search.ts";
import { SettingsForm } from "./settings-form.tsx";
import { StatusForm } from "./status-form.tsx";
import { TestMark } from "./test-mark.tsx";

/** The parts that do not show what happened in days. */
const undated: readonly Part[] = ["overview", "limits", "notes"];

function Overview({ card }: { card: Card }) {
  const mayChange = useRight("standing");
  return (
    <div className={classes.overview}>
      <div className={staff.form}>
        <MemberActions memId={card.memId} />
        <MemberFacts memId={card.memId} />
      </div>
      <div className={staff.form}>
        {mayChange && (
          <>
            <StatusForm key={`${card.status}${card.statusAt}`} card={card} beside />
            {card.status !== "pending" && card.status !== "deleted" && <SettingsForm key={card.version} card={card} />}
          </>
        )}
        <Referrer card={card} />
        <TestMark card={card} />
      </div>
    </div>
  );
}

/** A member in full: each part is a call of its own, and only the parts that the reader has the right for are there. */
export function MemberPage() {
  const { t } = useTranslation(["person", "admin"]);
  // The page shown: the address itself may be that of the next one already.
  const memId =
    useMatch({ strict: false, select: (match) => match.pathname })
      .split("/")
      .at(-1) ?? "";
  const rights = useStaff()?.admin.rights ?? [];
  const { search, set } = useSearch(personSearch);
  const shown = partNames.filter((name) => rights.includes(parts[name]));
  const part = shown.find((name) => name === (search.part ?? "overview")) ?? shown[0];
  const { from, to, page = 1, row, move } = search;
  const days = { ...(from && { from }), ...(to && { to }) };
  const wanted = { memId, page, ...(row && { row }), ...(move && { move }), ...daysRequest(days) };
  const between = (next: object) =>
    set({ from: undefined, to: undefined, page: undefined, row: undefined, move: undefined, ...next });
  const turn = (next: number) => set({ page: next, row: undefined, move: undefined });
  const card = useQuery({ ...cardQuery(memId), enabled: part === "overview" || part === "notes" });
  const ofCard = (content: (card: Card) => ReactNode) => (
    <QueryView query={card} compact skeleton={<Skeleton height="32rem" radius="var(--radius-m)" />}>
      {content}
    </QueryView>
  );
  const panels: Record<Part, () => ReactNode> = {
    overview: () => ofCard((one) => <Overview card={one} />),
    notes: () => ofCard((one) => <Notes card={one} />),
    ledger: () => <Ledger part="ledger" wanted={wanted} onPage={turn} />,
    points: () => <Ledger part="points" wanted={wanted} onPage={turn} />,
    rounds: () => <Rounds wanted={wanted} onPage={turn} />,
    requests: () => <RequestsOf wanted={wanted} onPage={turn} />,
    coupons: () => <CouponsOf wanted={wanted} onPage={turn} />,
    messages: () => <MessagesOf wanted={wanted} onPage={turn} />,
    details: () => <ChangesOf wanted={wanted} onPage={turn} />,
    logins: () => <Logins wanted={wanted} onPage={turn} />,
    limits: () => <ProtectionPanel memId={memId} />,
    audit: () => <AuditOf wanted={wanted} onPage={turn} />,
  };
  return (
    <ListPage title={memId} lead={<NavLink to={staffPaths.members}>{t("back")}</NavLink>}>
      {part && (
        <Tabs
          label={t("tabs")}
          tabs={shown.map((key) => ({ key, label: t(`tab.${key}`) }))}
          value={part}
          onChange={(next) => set({ part: next, page: undefined, row: undefined, move: undefined })}
        >
          <div className={classes.part}>
            <h2 className="visually-hidden">{t(`tab.${part}`)}</h2>
            {!undated.includes(part) && (
              <DateRange value={days} all={t(part === "audit" ? "recent" : "days")} onChange={between} />
            )}
            {(part === "ledger" || part === "rounds") && (
              <ListViews key={part} list={part} search={search} read={personFilters} onShow={between} />
            )}
            {panels[part]()}
          </div>
        </Tabs>
      )}
    </ListPage>
  );
}
