import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import staff from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";

const REASON_MAX = 200;

interface OrderFormProps {
  /** The power that is used, by its name in the audit. */
  act: string;
  /** An example of a reason. */
  hint?: string;
  /** The verb with its object. */
  submit: string;
  /** The toast when it was done. */
  done: string;
  disabled: boolean;
  send(reason: string): Promise<unknown>;
  onClose(): void;
}

/** Orders the change of ended bets that is shown above, with a reason for the members. */
export function OrderForm({ act, hint, submit, done, disabled, send, onClose }: OrderFormProps) {
  const { t } = useTranslation("corrections");
  const said = useSaid();
  const faultText = useFaultText();
  const form = useAppForm<{ reason: string }, unknown>({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("missing") }),
    onSubmit: ({ reason }) => send(reason.trim()),
    onDone: (outcome) => {
      said(outcome, done);
      onClose();
    },
  });
  return (
    <Form form={form} className={staff.form}>
      <FormField
        control={form.control}
        name="reason"
        label={t("reason")}
        maxLength={REASON_MAX}
        {...(hint !== undefined && { hint })}
      />
      <WhoDecides act={act} />
      <Refusal box error={form.refusal} words={(error) => (isCode(error, "C019") ? t("stale") : faultText(error))} />
      <Button type="submit" variant="danger" busy={form.busy} disabled={disabled}>
        {submit}
      </Button>
    </Form>
  );
}
