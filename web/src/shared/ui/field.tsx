import type { HTMLInputAutoCompleteAttribute, KeyboardEventHandler, ReactNode, Ref } from "react";
import { FieldError, Input, Label, Text, TextField } from "react-aria-components";
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
  type?: "text" | "tel" | "email" | "search" | "date" | "datetime-local" | "password";
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
export function Field({
  label,
  error,
  hint,
  good,
  required = false,
  disabled = false,
  after,
  placeholder,
  ref,
  onBlur,
  onKeyDown,
  ...rest
}: FieldProps) {
  const behind = after ?? (good ? <span className={classes.good}>✓</span> : null);
  return (
    <TextField
      {...rest}
      isRequired={required}
      isDisabled={disabled}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classes.root ?? ""}
    >
      <Label className={classes.label ?? ""}>{label}</Label>
      <div className={classes.box}>
        <Input
          ref={ref ?? null}
          placeholder={placeholder ?? ""}
          data-autofocus={rest.autoFocus}
          className={classes.input ?? ""}
          onBlur={() => onBlur?.()}
          onKeyDown={(event) => onKeyDown?.(event)}
        />
        {behind !== null && <div className={classes.after}>{behind}</div>}
      </div>
      <Notes hint={hint} error={error} />
    </TextField>
  );
}

/** The rule of a field, and what is wrong with its value. */
export function Notes({ hint, error }: Pick<FieldProps, "hint" | "error">) {
  return (
    <>
      {hint && (
        <Text slot="description" className={classes.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError>
        <span role="alert" className={classes.error}>
          {error}
        </span>
      </FieldError>
    </>
  );
}
