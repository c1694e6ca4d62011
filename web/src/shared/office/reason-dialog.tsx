import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form, FormField } from "../ui/form/form.tsx";
import { useAppForm } from "../ui/form/use-app-form.ts";
import { Refusal } from "../ui/refusal.tsx";
import classes from "./office.module.css";

const REASON_MAX = 200;

export interface ReasonDialogProps<Result> {
  title: string;
  /** The effect of the action. */
  text: string;
  /** The name of the field, and what is said of an empty one. */
  label: string;
  missing: string;
  /** The verb on the button. */
  confirm: string;
  danger?: boolean;
  /** Says more about the action, below its effect. */
  more?: ReactNode;
  /** The words for a refusal where those of the code would mislead. */
  words?(error: unknown): string | undefined;
  run(reason: string): Promise<Result>;
  onDone(result: Result): void;
  onClose(): void;
}

/** Asks for the reason of an action; the audit keeps it. */
export function ReasonDialog<Result>({
  title,
  text,
  label,
  missing,
  confirm,
  danger,
  more,
  words,
  run,
  onDone,
  onClose,
}: ReasonDialogProps<Result>) {
  const form = useAppForm({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && missing }),
    onSubmit: ({ reason }) => run(reason.trim()),
    onDone,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <p>{text}</p>
        {more}
        <FormField control={form.control} name="reason" label={label} maxLength={REASON_MAX} autoFocus />
        <Refusal box error={form.refusal} words={words} />
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={form.busy}>
          {confirm}
        </Button>
      </Form>
    </Dialog>
  );
}
