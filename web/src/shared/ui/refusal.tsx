import type { ReactNode } from "react";
import { useFaultText } from "../i18n/fault.ts";
import classes from "./refusal.module.css";

/** What is wrong, in one line that is read out. */
export function Fault({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes.fault}>
      {children}
    </p>
  );
}

interface RefusalProps {
  error: unknown;
  /** The words for a refusal where those of its code would mislead; undefined keeps those. */
  words?: ((error: unknown) => string | undefined) | undefined;
}

/** Why a call was refused; nothing while it was not. */
export function Refusal({ error, words }: RefusalProps) {
  const faultText = useFaultText();
  return error ? <Fault>{words?.(error) ?? faultText(error)}</Fault> : null;
}
