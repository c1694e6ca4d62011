import "./input-styles.ts";
import { Textarea } from "@mantine/core";
import type { ReactNode, Ref } from "react";
import { inputClasses } from "./field.tsx";

interface TextAreaProps {
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
export function TextArea({ onChange, error, hint, ...rest }: TextAreaProps) {
  return (
    <Textarea
      {...rest}
      error={error ?? false}
      description={hint}
      inputWrapperOrder={["label", "input", "description", "error"]}
      onChange={(event) => onChange(event.currentTarget.value)}
      errorProps={{ role: "alert" }}
      classNames={inputClasses}
    />
  );
}
