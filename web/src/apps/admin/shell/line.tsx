import { useAtomValue } from "jotai";
import { useTranslation } from "react-i18next";
import { connectionAtom } from "#shared/realtime/state.ts";
import { ConnectionLamp } from "#shared/ui/connection-strip.tsx";
import classes from "./shell.module.css";

/** Shows whether the queues are live. A problem is stated in words, not by the lamp alone. */
export function Line() {
  const { t } = useTranslation("admin");
  const state = useAtomValue(connectionAtom);
  return (
    <span className={classes.line} role="status" data-state={state}>
      <span className={classes.lamp} aria-hidden="true">
        <ConnectionLamp />
      </span>
      <span className={classes.state}>{t(`line.${state}`)}</span>
    </span>
  );
}
