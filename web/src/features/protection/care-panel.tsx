import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Panel } from "#shared/ui/page.tsx";
import classes from "./protection.module.css";

const signs = ["care.sign1", "care.sign2", "care.sign3", "care.sign4"] as const;

/** Information for members and guests about responsible gambling: the risks, the signs, and where to find help (S-45). */
export function CarePanel({ contact }: { contact: ReactNode }) {
  const { t } = useTranslation("protection");
  return (
    <Panel title={t("care.title")}>
      <div className={classes.care}>
        <p>{t("care.risk")}</p>
        <p>{t("care.minors")}</p>
        <h3>{t("care.signs")}</h3>
        <ul className={classes.means}>
          {signs.map((sign) => (
            <li key={sign}>{t(sign)}</li>
          ))}
        </ul>
        <p>
          {t("care.help")}{" "}
          <a href="https://www.gamblingtherapy.org" target="_blank" rel="noreferrer noopener">
            gamblingtherapy.org
          </a>
        </p>
        {contact}
      </div>
    </Panel>
  );
}
