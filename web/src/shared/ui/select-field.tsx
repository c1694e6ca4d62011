import "./input-styles.ts";
import { NativeSelect } from "@mantine/core";
import { type FieldProps, inputClasses } from "./field.tsx";

interface SelectFieldProps
  extends Pick<FieldProps, "label" | "value" | "onChange" | "error" | "hint" | "name" | "disabled" | "onBlur"> {
  options: { value: string; label: string }[];
}

/** A choice from a list, drawn by the device: on a phone it is the wheel that everybody knows. */
export function SelectField({ options, onChange, error, hint, ...rest }: SelectFieldProps) {
  return (
    <NativeSelect
      {...rest}
      data={options}
      error={error ?? false}
      description={hint}
      inputWrapperOrder={["label", "input", "description", "error"]}
      onChange={(event) => onChange(event.currentTarget.value)}
      errorProps={{ role: "alert" }}
      classNames={inputClasses}
    />
  );
}
