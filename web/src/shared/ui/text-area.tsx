import type { ReactNode, Ref } from "react";
import { TextArea as Area, Label, TextField } from "react-aria-components";
import classes from "./field.module.css";
import { Notes } from "./field.tsx";

export interface TextAreaProps {
  label: ReactNode;
  value: string;
  rows: number;
  maxLength: number;
  onChange(value: string): void;
  error?: ReactNode;
  hint?: ReactNode;
  name?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text; looks and measures like every field. */
export function TextArea({ label, error, hint, rows, ref, ...rest }: TextAreaProps) {
  return (
    <TextField {...rest} isInvalid={Boolean(error)} validationBehavior="aria" className={classes.root ?? ""}>
      <Label className={classes.label ?? ""}>{label}</Label>
      <Area ref={ref} rows={rows} className={classes.input ?? ""} />
      <Notes hint={hint} error={error} />
    </TextField>
  );
}
