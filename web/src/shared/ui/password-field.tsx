import "./input-styles.ts";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import { PasswordInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./field.module.css";
import { type FieldProps, inputClasses } from "./field.tsx";

interface PasswordFieldProps extends Omit<FieldProps, "type" | "good" | "after"> {
  /** `current-password` to log in, `new-password` to choose one, `off` for the withdrawal PIN. */
  autoComplete: "current-password" | "new-password" | "off";
}

/** A secret with a switch to read it. The value lives in the form only and is never stored. */
export function PasswordField({ onChange, error, hint, required, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...rest}
      data-autofocus={rest.autoFocus}
      required={required ?? false}
      withAsterisk={false}
      error={error ?? false}
      description={hint}
      inputWrapperOrder={["label", "input", "description", "error"]}
      onChange={(event) => onChange(event.currentTarget.value)}
      errorProps={{ role: "alert" }}
      visibilityToggleButtonProps={{ "aria-label": t("password.show"), tabIndex: 0 }}
      classNames={{ ...inputClasses, innerInput: classes.inner ?? "" }}
    />
  );
}
