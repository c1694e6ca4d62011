import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type Card, useMarkTest } from "./card.ts";
import classes from "./members.module.css";

const REASON_MAX = 200;

function MarkDialog({ memId, onClose }: { memId: string; onClose(): void }) {
  const { t } = useTranslation(["person", "admin"]);
  const toast = useToast();
  const { mutateAsync: markTest } = useMarkTest();
  const form = useAppForm({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("admin:refuse.missing") }),
    onSubmit: ({ reason }) => markTest({ memId, reason: reason.trim() }),
    onDone: () => {
      toast({ tone: "done", text: t("test.done", { memId }) });
      onClose();
    },
  });
  return (
    <Dialog title={t("test.dialog", { memId })} onClose={onClose}>
      <Form form={form} className={staff.form}>
        <p className={staff.dim}>{t("test.text")}</p>
        <FormField control={form.control} name="reason" label={t("admin:switch.reason")} maxLength={REASON_MAX} />
        <Refusal box error={form.refusal} />
        <Button type="submit" variant="danger" busy={form.busy}>
          {t("test.open")}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Whether the member is a test account, since when and why; and how one is made. */
export function TestMark({ card }: { card: Card }) {
  const { t } = useTranslation(["person", "admin"]);
  const format = useFormat();
  const mayChange = useRight("standing");
  const [open, setOpen] = useState(false);
  const mayMark = mayChange && !card.partner && card.status !== "pending" && card.status !== "deleted";
  if (!card.testSince && !mayMark) return null;
  return (
    <section aria-labelledby="person-test" className={staff.form}>
      <h3 id="person-test">{t("admin:member.test")}</h3>
      {card.testSince ? (
        <Facts
          facts={[
            { name: t("test.since"), value: format.dateTime(card.testSince) },
            { name: t("admin:card.status.by"), value: card.testBy },
            { name: t("admin:card.status.reason"), value: card.testReason },
          ]}
        />
      ) : (
        <div className={classes.aside}>
          <span className={staff.dim}>{t("test.none")}</span>
          <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t("test.open")}
          </Button>
        </div>
      )}
      {open && <MarkDialog memId={card.memId} onClose={() => setOpen(false)} />}
    </section>
  );
}
