import { useQuery } from "@tanstack/react-query";
import { atom, useAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { siteCheckQuery } from "#shared/site.ts";
import { Icon } from "#shared/ui/icon.tsx";
import classes from "./maintenance-bar.module.css";
import { type MaintenanceWindow, usePartName, useServerNow, useTimes } from "./scheduled.ts";

/** The notices that the member has closed; a window whose times change is shown again. */
const closedAtom = atom<readonly string[]>([]);

const keyOf = ({ id, begins, ends, running }: MaintenanceWindow) => `${id} ${begins} ${ends} ${running}`;

function Notice({ window, onClose }: { window: MaintenanceWindow; onClose(): void }) {
  const { t } = useTranslation("maintenance");
  const { t: common } = useTranslation();
  const part = usePartName()(window);
  const now = useServerNow();
  const { site, own } = useTimes()(
    window.running ? window.ends : window.begins,
    window.running ? undefined : window.ends,
  );
  const late = window.running && now >= Date.parse(window.ends);
  return (
    <div className={classes.bar}>
      <Icon name="pause" size={20} />
      <div className={classes.text}>
        <p>
          <strong>{t(window.running ? "running" : "upcoming", { part })}</strong>
        </p>
        {late ? (
          <p>{t("latePart")}</p>
        ) : (
          <p>
            {window.running && `${t("end")}: `}
            <time dateTime={window.running ? window.ends : window.begins}>{site}</time> ({common("clock.site")})
            {own !== null && (
              <>
                {" · "}
                <span className={classes.own}>
                  {own} ({common("clock.local")})
                </span>
              </>
            )}
          </p>
        )}
        {window.text !== "" && <p className={classes.words}>{window.text}</p>}
      </div>
      <button type="button" className={classes.close} aria-label={`${common("close")}: ${part}`} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/**
 * Says beforehand which maintenance is scheduled, and while it runs of which functions and games. It stands over the page, so that
 * nothing moves when it comes.
 */
export function MaintenanceBar() {
  const { t } = useTranslation("maintenance");
  const windows = useQuery(siteCheckQuery).data?.windows ?? [];
  const [closed, setClosed] = useAtom(closedAtom);
  const shown = windows.filter((window) => !closed.includes(keyOf(window)));
  return (
    <section className={classes.place} aria-label={t("label")} aria-live="polite">
      {shown.map((window) => (
        <Notice key={window.id} window={window} onClose={() => setClosed([...closed, keyOf(window)])} />
      ))}
    </section>
  );
}
