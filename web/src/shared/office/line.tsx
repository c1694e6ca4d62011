import { useAtomValue } from "jotai";
import { useTranslation } from "react-i18next";
import { connectionAtom } from "../realtime/state.ts";
import { ConnectionLamp } from "../ui/connection-strip.tsx";
import classes from "./office-shell.module.css";

/** Shows whether the lists are live. A problem is stated in words, not by the lamp alone. */
export function Line() {
  const { t } = useTranslation("office");
  const state = useAtomValue(connectionAtom);
  return (
    <span className={classes.line} role="status" data-state={state}>
      <span className={classes.lamp} aria-hidden="true">
        <ConnectionLamp />
      </span>
      <span className={classes.state}>{t(`shell.line.${state}`)}</span>
    </span>
  );
}
