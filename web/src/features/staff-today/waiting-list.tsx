import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Panel } from "#shared/ui/page.tsx";
import classes from "./today.module.css";
import { deskOf, isDesk, type Waiting, waitsLong } from "./today.ts";

/** Each kind of requests that waits for staff, with its oldest one and the way to it. */
export function WaitingList({ waiting, now }: { waiting: Waiting[]; now: number }) {
  const { t } = useTranslation("today");
  const format = useFormat();
  return (
    <Panel title={t("waiting")}>
      {waiting.length === 0 && <p className={classes.none}>{t("waiting.none")}</p>}
      <ul className={classes.waiting}>
        {waiting.map(
          ({ kind, count, oldest }) =>
            isDesk(kind) && (
              <li key={kind}>
                <NavLink to={deskOf(kind)} className={classes.queue}>
                  <span>{t(`queue.${kind}`)}</span>
                  <strong>{format.number(count)}</strong>
                  <small className={classes.oldest} data-long={waitsLong(oldest, now)}>
                    {t("oldest", { ago: format.ago(oldest, now) })}
                  </small>
                </NavLink>
              </li>
            ),
        )}
      </ul>
    </Panel>
  );
}
