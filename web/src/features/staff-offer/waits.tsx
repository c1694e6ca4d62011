import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { staffPaths } from "#shared/staff/paths.ts";
import staff from "#shared/staff/staff.module.css";
import { NavLink } from "#shared/ui/nav-link.tsx";
import type { Waiting } from "./offers.ts";

const acts = ["add", "rotate", "end"] as const;

/** The changes of providers and keys that wait for a second person; nothing when there are none. */
export function Waits({ waits }: { waits: readonly Waiting[] }) {
  const { t } = useTranslation("offer");
  const format = useFormat();
  if (waits.length === 0) return null;
  return (
    <section aria-label={t("waits")}>
      <p>
        <strong>{t("waits")}</strong> <NavLink to={staffPaths.approvals}>{t("waits.page")}</NavLink>
      </p>
      <ul className={staff.dim}>
        {waits.map(({ act, vendor, key, askedBy, askedAt }) => {
          const known = acts.find((one) => one === act) ?? "rotate";
          return (
            <li key={`${act} ${vendor} ${key}`}>
              {t(`waits.${known}`, { vendor, key })} · {askedBy} · {format.dateTime(askedAt)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
