import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../i18n/format.tsx";
import classes from "./clock.module.css";

function clockFormat(timeZone?: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv-SE", { hour: "2-digit", minute: "2-digit", ...(timeZone ? { timeZone } : {}) });
}

/** The site's time, in which windows and days are counted, beside the member's own when they differ (D-63). */
export function Clock() {
  const { t } = useTranslation();
  const { timeZone } = useFormat();
  const [now, setNow] = useState(() => new Date());
  const formats = useMemo(() => ({ site: clockFormat(timeZone), local: clockFormat() }), [timeZone]);

  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, []);

  const site = formats.site.format(now);
  const local = formats.local.format(now);
  return (
    <span className={classes.clock}>
      <span title={timeZone}>
        {t("clock.site")} <time>{site}</time>
      </span>
      {local !== site && (
        <span className={classes.local}>
          {t("clock.local")} <time>{local}</time>
        </span>
      )}
    </span>
  );
}
