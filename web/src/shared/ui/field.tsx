import "./input-styles.ts";
import { TextInput } from "@mantine/core";
import type { HTMLInputAutoCompleteAttribute, KeyboardEventHandler, ReactNode, Ref } from "react";
import classes from "./field.module.css";

export interface FieldProps {
  label: ReactNode;
  value: string;
  onChange(value: string): void;
  /** The error in words; read out when it appears. */
  error?: ReactNode;
  /** The rule, before anything is wrong. */
  hint?: ReactNode;
  /** Something was checked and is fine. */
  good?: boolean;
  name?: string;
  type?: "text" | "tel" | "email" | "search" | "date" | "datetime-local";
  inputMode?: "text" | "numeric" | "tel" | "search";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  onBlur?(): void;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  ref?: Ref<HTMLInputElement>;
  after?: ReactNode;
}

/** One line of text with its label above and what is wrong below. */
export function Field({ onChange, error, hint, good, required, after, ...rest }: FieldProps) {
  return (
    <TextInput
      {...rest}
      data-autofocus={rest.autoFocus}
      required={required ?? false}
      withAsterisk={false}
      error={error ?? false}
      description={hint}
      inputWrapperOrder={["label", "input", "description", "error"]}
      rightSection={after ?? (good ? <span className={classes.good}>✓</span> : undefined)}
      rightSectionPointerEvents={after === undefined ? "none" : "all"}
      onChange={(event) => onChange(event.currentTarget.value)}
      errorProps={{ role: "alert" }}
      classNames={inputClasses}
    />
  );
}

/** Shared by every field so that all of them look and measure the same. */
export const inputClasses = {
  root: classes.root ?? "",
  label: classes.label ?? "",
  input: classes.input ?? "",
  description: classes.hint ?? "",
  error: classes.error ?? "",
};
