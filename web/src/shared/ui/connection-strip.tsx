import { useAtomValue } from "jotai";
import { useTranslation } from "react-i18next";
import { connectionAtom } from "../realtime/state.ts";
import classes from "./connection-strip.module.css";
import { Icon } from "./icon.tsx";

/** Whether the page has something to say about its connection. */
export function useConnectionTrouble(): boolean {
  const state = useAtomValue(connectionAtom);
  return state !== "live" && state !== "connecting";
}

/** Says that what is shown may be old, and what the page does about it. Nothing while all is well. */
export function ConnectionStrip() {
  const { t } = useTranslation();
  const state = useAtomValue(connectionAtom);
  const trouble = useConnectionTrouble();
  return (
    <div aria-live="polite" className={trouble ? classes.place : undefined}>
      {trouble && (
        <p className={classes.strip} data-state={state}>
          <Icon name={state === "offline" ? "offline" : "history"} size={16} />
          <span>{t(`connection.${state}`)}</span>
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
