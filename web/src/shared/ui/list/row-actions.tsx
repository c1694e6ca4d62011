import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import classes from "./row-actions.module.css";

/** The buttons of a row, at its end. A press on one is no press on the row. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps a press of the buttons inside from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys press the buttons inside
    <span className={classes.actions} onClick={(event) => event.stopPropagation()}>
      {children}
    </span>
  );
}

interface RowButtonProps {
  /** The action with the row's name, because "Edit" alone is the same in every row. */
  label: string;
  onClick(): void;
  /** Whether a dialog opens first. */
  opens?: boolean;
  disabled?: boolean;
  variant?: "ghost" | "quiet" | "primary";
  children: ReactNode;
}

/** One action of a row. */
export function RowButton({
  label,
  onClick,
  opens = true,
  disabled = false,
  variant = "ghost",
  children,
}: RowButtonProps) {
  return (
    <Button
      variant={variant}
      size="sm"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      {...(opens && { "aria-haspopup": "dialog" })}
    >
      {children}
    </Button>
  );
}

interface RowPickProps {
  label?: string;
  /** Whether the row is the one that is open. */
  pressed?: boolean;
  /** Whether the press opens a dialog. */
  opens?: boolean;
  onClick?(): void;
  children: ReactNode;
}

/** A cell that does something when it is pressed, such as opening its row. */
export function RowPick({ label, pressed, opens = false, onClick, children }: RowPickProps) {
  return (
    <button
      type="button"
      className={classes.pick}
      aria-label={label}
      aria-pressed={pressed}
      {...(opens && { "aria-haspopup": "dialog" })}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
