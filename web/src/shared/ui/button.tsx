import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import classes from "./button.module.css";

export interface ButtonProps
  extends Pick<
    ButtonHTMLAttributes<HTMLButtonElement>,
    "onClick" | "autoFocus" | "type" | "aria-label" | "aria-expanded" | "aria-controls" | "aria-haspopup"
  > {
  children: ReactNode;
  /** primary: the one thing to do here. quiet: next to it. ghost: in bars and rows. danger: cannot be taken back. */
  variant?: "primary" | "quiet" | "ghost" | "danger";
  size?: "sm" | "md" | "lg";
  /** Shows a spinner, keeps the width and refuses a second press. */
  busy?: boolean;
  disabled?: boolean;
  wide?: boolean;
  icon?: ReactNode;
}

/** A button says a verb with its object: "Withdraw ₩50,000". */
export function Button({
  children,
  variant = "primary",
  size = "md",
  busy = false,
  disabled = false,
  wide = false,
  icon,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  const refuse = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      {...rest}
      type={type}
      data-autofocus={rest.autoFocus}
      data-wide={wide || undefined}
      data-busy={busy || undefined}
      disabled={disabled}
      // Not `disabled`: a busy button keeps the focus.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? refuse : onClick}
      className={[classes.root, classes[variant], classes[size]].join(" ")}
    >
      {icon}
      <span className={classes.label}>{children}</span>
      {busy && <span className={classes.spinner} aria-hidden="true" />}
    </button>
  );
}
