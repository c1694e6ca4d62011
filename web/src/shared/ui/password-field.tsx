import { useState } from "react";
import { ToggleButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import classes from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface PasswordFieldProps extends Omit<FieldProps, "type" | "good" | "after"> {
  /** `current-password` to log in, `new-password` to choose one, `off` for the withdrawal PIN. */
  autoComplete: "current-password" | "new-password" | "off";
}

/** A secret with a switch to read it. The value lives in the form only and is never stored. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      after={
        <ToggleButton
          className={classes.show ?? ""}
          aria-label={t("password.show")}
          isSelected={shown}
          onChange={setShown}
        >
          <Icon name={shown ? "eye-off" : "eye"} />
        </ToggleButton>
      }
    />
  );
}
