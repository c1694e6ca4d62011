import type { ReactNode } from "react";
import { Button as Pressable, type ButtonProps as PressableProps } from "react-aria-components";
import classes from "./button.module.css";

export interface ButtonProps
  extends Pick<
    PressableProps,
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
  ...rest
}: ButtonProps) {
  return (
    <Pressable
      {...rest}
      data-autofocus={rest.autoFocus}
      data-wide={wide || undefined}
      isDisabled={disabled}
      isPending={busy}
      className={[classes.root, classes[variant], classes[size]].join(" ")}
    >
      {icon}
      <span className={classes.label}>{children}</span>
      {busy && <span className={classes.spinner} aria-hidden="true" />}
    </Pressable>
  );
}
