import { useTranslation } from "react-i18next";
import { ReasonDialog as OfficeReasonDialog, type ReasonDialogProps } from "#shared/office/reason-dialog.tsx";

interface StaffReasonDialogProps<Result> extends Omit<ReasonDialogProps<Result>, "label" | "missing"> {
  /** The name of the field, where others than staff may read the reason. */
  label?: string;
}

/** Asks for the reason of what staff does; the audit keeps it. */
export function ReasonDialog<Result>({ label, ...rest }: StaffReasonDialogProps<Result>) {
  const { t } = useTranslation("admin");
  return <OfficeReasonDialog {...rest} label={label ?? t("switch.reason")} missing={t("refuse.missing")} />;
}
