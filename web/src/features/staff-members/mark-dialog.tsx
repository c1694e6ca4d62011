import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useMakePartner, useMarkTest } from "./card.ts";

const REASON_MAX = 200;

interface MarkDialogProps {
  /** test: a test account. office: a head office. Neither is taken back. */
  mark: "test" | "office";
  memId: string;
  onClose(): void;
}

/** Says what a member becomes for good, and asks for the reason. */
export function MarkDialog({ mark, memId, onClose }: MarkDialogProps) {
  const { t } = useTranslation(["person", "admin"]);
  const said = useSaid();
  const { mutateAsync: markTest } = useMarkTest();
  const { mutateAsync: makePartner } = useMakePartner();
  const form = useAppForm({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("admin:refuse.missing") }),
    onSubmit: ({ reason }) => (mark === "test" ? markTest : makePartner)({ memId, reason: reason.trim() }),
    onDone: (outcome) => {
      said(outcome, t(`${mark}.done`, { memId }));
      onClose();
    },
  });
  return (
    <Dialog title={t(`${mark}.dialog`, { memId })} onClose={onClose}>
      <Form form={form} className={staff.form}>
        <p className={staff.dim}>{t(`${mark}.text`)}</p>
        {mark === "office" && <WhoDecides act="member.partner" />}
        <FormField control={form.control} name="reason" label={t("admin:switch.reason")} maxLength={REASON_MAX} />
        <Refusal box error={form.refusal} />
        <Button type="submit" variant="danger" busy={form.busy}>
          {t(`${mark}.open`)}
        </Button>
      </Form>
    </Dialog>
  );
}
