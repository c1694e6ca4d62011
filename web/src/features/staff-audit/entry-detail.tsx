import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useActionName } from "#shared/staff/audit-actions.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import { useRight } from "#shared/staff/session.ts";
import { Facts } from "#shared/ui/facts.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./audit.module.css";
import { type Entry, memberOf } from "./audit.ts";
import { detailOf } from "./detail.ts";

/** One entry in full: what was changed from what to what, and what else it keeps. */
export function EntryDetail({ entry }: { entry: Entry }) {
  const { t } = useTranslation("audit");
  const format = useFormat();
  const actionName = useActionName();
  const mayMembers = useRight("member");
  const { changes, values } = detailOf(entry.detail);
  const member = memberOf(entry);
  return (
    <>
      <h2>{actionName(entry.action)}</h2>
      <Facts
        facts={[
          { name: t("number"), value: format.number(entry.idx) },
          { name: t("at"), value: format.moment(entry.at) },
          { name: t("actor"), value: entry.actor },
          { name: t("ip"), value: entry.ip || t("program") },
          { name: t("action"), value: entry.action },
          { name: t("target"), value: entry.target },
        ]}
      />
      {changes.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{t("field")}</th>
              <th scope="col">{t("before")}</th>
              <th scope="col">{t("after")}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {values.length > 0 && (
        <section aria-labelledby="audit-detail" className={classes.values}>
          <h3 id="audit-detail">{t("detail")}</h3>
          <Facts facts={values} />
        </section>
      )}
      {member !== undefined && mayMembers && (
        <NavLink to={`${staffPaths.members}?${new URLSearchParams({ q: member, member })}`} className={classes.link}>
          {t("openMember")}
        </NavLink>
      )}
    </>
  );
}
