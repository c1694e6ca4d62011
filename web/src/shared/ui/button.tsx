import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/Button.layer.css";
import { Button as MantineButton } from "@mantine/core";
import type { MouseEventHandler, ReactNode } from "react";
import classes from "./button.module.css";

export interface ButtonProps {
  children: ReactNode;
  /** primary: the one thing to do here. quiet: next to it. ghost: in bars and rows. danger: cannot be taken back. */
  variant?: "primary" | "quiet" | "ghost" | "danger";
  size?: "sm" | "md" | "lg";
  type?: "button" | "submit";
  /** Shows a spinner, keeps the width and refuses a second press. */
  busy?: boolean;
  disabled?: boolean;
  wide?: boolean;
  icon?: ReactNode;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  autoFocus?: boolean;
  "aria-label"?: string;
  "aria-expanded"?: boolean;
  "aria-controls"?: string;
  "aria-haspopup"?: "dialog" | "menu";
}

/** A button says a verb with its object: "Withdraw ₩50,000". */
export function Button({
  variant = "primary",
  size = "md",
  type = "button",
  busy = false,
  wide,
  icon,
  ...rest
}: ButtonProps) {
  return (
    <MantineButton
      {...rest}
      data-autofocus={rest.autoFocus}
      type={type}
      loading={busy}
      fullWidth={wide ?? false}
      leftSection={icon}
      variant="filled"
      classNames={{
        root: [classes.root, classes[variant], classes[size]].filter(Boolean).join(" "),
        label: classes.label ?? "",
      }}
    />
  );
}
