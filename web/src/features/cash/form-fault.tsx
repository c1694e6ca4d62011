import { useFaultText } from "#shared/i18n/fault.ts";
import { Icon } from "#shared/ui/icon.tsx";
import classes from "./cash.module.css";

/** A refusal that belongs to no field of the form. */
export function FormFault({ error }: { error: unknown }) {
  const faultText = useFaultText();
  return (
    <p role="alert" className={classes.fault}>
      <Icon name="warning" />
      <span>{faultText(error)}</span>
    </p>
  );
}
