import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useActionName } from "#shared/staff/audit-actions.ts";
import { purposes } from "#shared/staff/personal.ts";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { Facts } from "#shared/ui/facts.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./members.module.css";
import { auditOfQuery, loginsQuery, type PartProps } from "./person.ts";
import { Nothing } from "./person-nothing.tsx";
import { addressOf } from "./row-link.tsx";

/** The member's live sessions, and every login that was tried with its address. */
export function Logins({ wanted, onPage }: PartProps) {
  const { t } = useTranslation("person");
  const format = useFormat();
  const query = useQuery(loginsQuery(wanted));
  return (
    <List
      density="compact"
      query={query}
      caption={t("logins")}
      rowKey={(row) => `${row.at}${row.result}`}
      above={({ sessions }) => (
        <section aria-labelledby="person-live" className={staff.form}>
          <h2 id="person-live">{t("live")}</h2>
          {sessions.length === 0 ? (
            <p className={staff.dim}>{t("live.none")}</p>
          ) : (
            <Facts
              facts={sessions.map(({ since, seen, ip, userAgent }) => ({
                name: `${format.moment(since)} · ${ip || "–"}`,
                value: `${userAgent} (${t("live.seen", { at: format.moment(seen) })})`,
              }))}
            />
          )}
        </section>
      )}
      columns={[
        { key: "at", head: t("at"), phone: "when", cell: (row) => format.moment(row.at) },
        { key: "ip", head: t("ip"), phone: "title", cell: (row) => row.ip || "–" },
        {
          key: "result",
          head: t("result"),
          phone: "state",
          cell: (row) => (row.result === "200" ? t("login.ok") : t("login.refused", { code: row.result })),
        },
      ]}
      onPage={onPage}
      empty={<Nothing />}
    />
  );
}

/** The actions of staff on the member and on what the member asked for, newest first, and why: also who had the personal data shown. */
export function AuditOf({ wanted, onPage }: PartProps) {
  const { t } = useTranslation(["person", "admin"]);
  const format = useFormat();
  const why = (detail: Record<string, unknown>) => {
    const usual = purposes.find((purpose) => purpose === detail.purpose);
    const words = ["words", "reason", "memo"].map((name) => detail[name]);
    return [usual && t(`admin:personal.purpose.${usual}`), ...words].filter(Boolean).join(" · ") || "–";
  };
  const actionName = useActionName();
  const mayCash = useRight("cash");
  return (
    <List
      density="compact"
      query={useQuery(auditOfQuery(wanted))}
      caption={t("tab.audit")}
      rowKey={(row) => row.idx}
      columns={[
        { key: "at", head: t("at"), phone: "when", cell: (row) => format.moment(row.at) },
        { key: "action", head: t("action"), phone: "title", cell: (row) => actionName(row.action) },
        {
          key: "target",
          head: t("target"),
          cell: ({ action, target }) =>
            mayCash && action.startsWith("cash.") && /^\d+$/.test(target) ? (
              <NavLink row to={addressOf(wanted.memId, "requests", { row: target })} className={classes.link}>
                {t("source.request", { ref: target })}
              </NavLink>
            ) : (
              target
            ),
        },
        { key: "actor", head: t("actor"), phone: "state", cell: (row) => row.actor },
        { key: "why", head: t("why"), cell: ({ detail }) => <span className={classes.text}>{why(detail)}</span> },
        { key: "ip", head: t("ip"), cell: (row) => row.ip || "–" },
      ]}
      onPage={onPage}
      empty={<Nothing />}
    />
  );
}
