import { useTranslation } from "react-i18next";
import { ReasonDialog as OfficeReasonDialog, type ReasonDialogProps } from "#shared/office/reason-dialog.tsx";
import { WhoDecides } from "./who-decides.tsx";

interface StaffReasonDialogProps<Result> extends Omit<ReasonDialogProps<Result>, "label" | "missing" | "more"> {
  /** The power of staff that the action is, by its name in the audit; the dialog says who decides about it. */
  power?: string | undefined;
  /** The name of the field, where others than staff may read the reason. */
  label?: string;
}

/** Asks for the reason of what staff does; the audit keeps it. */
export function ReasonDialog<Result>({ label, power, ...rest }: StaffReasonDialogProps<Result>) {
  const { t } = useTranslation("admin");
  return (
    <OfficeReasonDialog
      {...rest}
      label={label ?? t("switch.reason")}
      missing={t("refuse.missing")}
      more={power && <WhoDecides act={power} />}
    />
  );
}
