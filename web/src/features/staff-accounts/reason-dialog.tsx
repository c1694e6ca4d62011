import { useTranslation } from "react-i18next";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";

const REASON_MAX = 200;

interface ReasonDialogProps<Result> {
  title: string;
  /** The effect of the action. */
  text: string;
  /** The verb on the button. */
  confirm: string;
  danger?: boolean;
  run(reason: string): Promise<Result>;
  onDone(result: Result): void;
  onClose(): void;
}

/** Asks for the reason of something that is done to an account; the audit keeps it. */
export function ReasonDialog<Result>({
  title,
  text,
  confirm,
  danger,
  run,
  onDone,
  onClose,
}: ReasonDialogProps<Result>) {
  const { t } = useTranslation("admin");
  const form = useAppForm({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("refuse.missing") }),
    onSubmit: ({ reason }) => run(reason.trim()),
    onDone,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <p>{text}</p>
        <FormField control={form.control} name="reason" label={t("switch.reason")} maxLength={REASON_MAX} autoFocus />
        <Refusal box error={form.refusal} />
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={form.busy}>
          {confirm}
        </Button>
      </Form>
    </Dialog>
  );
}
