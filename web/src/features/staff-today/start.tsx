import { useTranslation } from "react-i18next";
import { isLanguage, languages } from "#shared/i18n/languages.ts";
import { useRight } from "#shared/staff/session.ts";
import { Facts } from "#shared/ui/facts.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./today.module.css";
import { isStartStep, linkOfStep, type Start as Progress, rightOfStep, type StartStep } from "./today.ts";

function Step({ step, done }: { step: StartStep; done: boolean }) {
  const { t } = useTranslation("today");
  const mayDo = useRight(rightOfStep(step));
  const name = t(`start.${step}`);
  const optional = step === "levels";
  return (
    <li className={classes.step} data-done={done}>
      <StatusPill tone={done ? "good" : optional ? "calm" : "busy"}>
        {t(done ? "start.done" : optional ? "start.optional" : "start.open")}
      </StatusPill>
      <div>
        {mayDo && !done ? <NavLink to={linkOfStep(step)}>{name}</NavLink> : <strong>{name}</strong>}
        <p>{t(`start.${step}.text`)}</p>
      </div>
    </li>
  );
}

/** The basics of a new site, and the steps that are missing until its first members can play. */
export function Start({ hosts, currency, timeZone, languages: keys, steps }: Progress) {
  const { t } = useTranslation("today");
  const known = steps.flatMap(({ step, done }) => (isStartStep(step) ? [{ step, done }] : []));
  const done = known.filter((one) => one.done).length;
  return (
    <Panel
      title={t("start.title")}
      aside={<StatusPill tone="info">{t("start.progress", { done, of: known.length })}</StatusPill>}
    >
      <p className={classes.none}>{t("start.lead")}</p>
      <Facts
        facts={[
          { name: t("start.hosts"), value: hosts.join(", ") },
          { name: t("start.currency"), value: currency },
          { name: t("start.zone"), value: timeZone },
          {
            name: t("start.languages"),
            value: keys.map((key) => (isLanguage(key) ? languages[key].name : key)).join(", "),
          },
        ]}
      />
      <ol className={classes.steps}>
        {known.map((one) => (
          <Step key={one.step} {...one} />
        ))}
      </ol>
    </Panel>
  );
}
