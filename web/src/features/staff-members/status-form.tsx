import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Form, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type Card, givenStatuses, useSetStatus } from "./card.ts";
import { MemberStatus } from "./member-status.tsx";
import classes from "./members.module.css";

const REASON_MAX = 200;

interface StatusFormProps {
  card: Card;
  /** The status itself stands beside the form already. */
  beside?: boolean;
}

/** The member's status with its reason, and the form that gives another one. */
export function StatusForm({ card, beside = false }: StatusFormProps) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const toast = useToast();
  const { mutateAsync: setStatus } = useSetStatus();
  const options = givenStatuses
    .filter((status) => status !== card.status)
    .map((status) => ({ value: status, label: t(`member.status.${status}`) }));
  const form = useAppForm({
    defaultValues: { status: options[0]?.value ?? "", reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("refuse.missing") }),
    onSubmit: ({ status, reason }) => setStatus({ memId: card.memId, status, reason: reason.trim() }),
    onDone: () => toast({ tone: "done", text: t("card.status.done", { memId: card.memId }) }),
  });
  const { control } = form;
  const status = useWatch({ control, name: "status" });
  return (
    <>
      <Facts
        facts={[
          ...(beside ? [] : [{ name: t("column.status"), value: <MemberStatus status={card.status} /> }]),
          { name: t("card.status.since"), value: format.dateTime(card.statusAt) },
          { name: t("card.status.by"), value: card.statusBy },
          { name: t("card.status.reason"), value: card.statusReason },
        ].filter(({ value }) => value !== "")}
      />
      {card.status !== "pending" && card.status !== "deleted" && (
        <Form form={form} className={classes.inset}>
          <div className={staff.pair}>
            <FormSelect control={control} name="status" label={t("card.status.becomes")} options={options} />
            <FormField control={control} name="reason" label={t("switch.reason")} maxLength={REASON_MAX} />
          </div>
          <p className={staff.dim}>{t(status === "normal" ? "card.status.normal" : "card.status.other")}</p>
          <Refusal error={form.refusal} />
          <Button type="submit" variant={status === "normal" ? "primary" : "danger"} busy={form.busy}>
            {t("card.status.save")}
          </Button>
        </Form>
      )}
    </>
  );
}
