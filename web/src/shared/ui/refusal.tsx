import type { ReactNode } from "react";
import { useFaultText } from "../i18n/fault.ts";
import classes from "./refusal.module.css";

interface FaultProps {
  /** On a ground of its own, where it stands alone in a form. */
  box?: boolean;
  children: ReactNode;
}

/** An error in one line that is read out. */
export function Fault({ box = false, children }: FaultProps) {
  return (
    <p role="alert" className={`${classes.fault} ${box ? classes.box : ""}`}>
      {children}
    </p>
  );
}

interface RefusalProps extends Pick<FaultProps, "box"> {
  error: unknown;
  /** The words for a refusal where those of its code would mislead; undefined keeps those. */
  words?: ((error: unknown) => string | undefined) | undefined;
}

/** Why a call was refused; nothing while it was not. */
export function Refusal({ error, words, box = false }: RefusalProps) {
  const faultText = useFaultText();
  return error ? <Fault box={box}>{words?.(error) ?? faultText(error)}</Fault> : null;
}
