import { useAtomValue } from "jotai";
import { useTranslation } from "react-i18next";
import { connectionAtom } from "../realtime/state.ts";
import classes from "./connection-strip.module.css";
import { Icon } from "./icon.tsx";

/** Says that what is shown may be old, and what the page does about it. Nothing while all is well. */
export function ConnectionStrip() {
  const { t } = useTranslation();
  const state = useAtomValue(connectionAtom);
  return (
    <div aria-live="polite" className={classes.place}>
      {state !== "live" && state !== "connecting" && (
        <p className={`${classes.strip} ${classes[state]}`}>
          <Icon name={state === "offline" ? "offline" : "history"} size={16} />
          {t(`connection.${state}`)}
        </p>
      )}
    </div>
  );
}

/** The small lamp beside the balance. */
export function ConnectionLamp() {
  const { t } = useTranslation();
  const state = useAtomValue(connectionAtom);
  const text = t(`connection.${state}`);
  return <span role="img" aria-label={text} title={text} className={classes.lamp} data-state={state} />;
}
