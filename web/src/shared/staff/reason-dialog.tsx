import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import classes from "./staff.module.css";

const REASON_MAX = 200;

interface ReasonDialogProps<Result> {
  title: string;
  /** The effect of the action. */
  text: string;
  /** The name of the field, where others than staff may read the reason. */
  label?: string;
  /** The verb on the button. */
  confirm: string;
  danger?: boolean;
  /** The words for a refusal where those of the code would mislead. */
  words?(error: unknown): string | undefined;
  run(reason: string): Promise<Result>;
  onDone(result: Result): void;
  onClose(): void;
}

/** Asks for the reason of what staff does; the audit keeps it. */
export function ReasonDialog<Result>({
  title,
  text,
  label,
  confirm,
  danger,
  words,
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
        <FormField
          control={form.control}
          name="reason"
          label={label ?? t("switch.reason")}
          maxLength={REASON_MAX}
          autoFocus
        />
        <Refusal box error={form.refusal} words={words} />
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={form.busy}>
          {confirm}
        </Button>
      </Form>
    </Dialog>
  );
}
