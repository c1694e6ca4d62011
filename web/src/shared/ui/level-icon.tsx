import { useTranslation } from "react-i18next";
import classes from "./level-icon.module.css";

/** A member's level, 1 to 10, as a shield that fills with its rank. */
export function LevelIcon({ level }: { level: number }) {
  const { t } = useTranslation();
  const rank = level >= 8 ? classes.high : level >= 4 ? classes.middle : classes.low;
  return (
    <svg role="img" aria-label={t("level", { level })} viewBox="0 0 24 24" width="24" height="24" className={rank}>
      <path className={classes.shield} d="M12 2l8.5 3v7c0 5-3.6 8.5-8.5 10-4.9-1.5-8.5-5-8.5-10V5z" />
      <path className={classes.shine} d="M12 2v20c-4.9-1.5-8.5-5-8.5-10V5z" />
      <text x="12" y="15.5" textAnchor="middle" className={classes.figure}>
        {level}
      </text>
    </svg>
  );
}
