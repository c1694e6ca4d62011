import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/staff/staff.module.css";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { newRequestId, useSendGift } from "./promos.ts";
import { useRefusal } from "./refusal.ts";

const MOST_DAYS = 366;
const MEMO_MAX = 100;

/** Sends points of the house to a member, who takes them on the gift page. */
export function GiftDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(["admin", "promo"]);
  const format = useFormat();
  const refusal = useRefusal();
  const toast = useToast();
  const send = useSendGift();
  const [requestId, setRequestId] = useState(newRequestId);
  const [checked, setChecked] = useState(false);
  const [form, setForm] = useState({
    memId: "",
    points: null as number | null,
    memo: "",
    days: 30 as number | null,
  });
  const set =
    <K extends keyof typeof form>(name: K) =>
    (value: (typeof form)[K]) => {
      setForm((before) => ({ ...before, [name]: value }));
      setRequestId(newRequestId());
      send.reset();
    };
  const memId = form.memId.trim().toLowerCase();
  const wrong = {
    memId: memId === "" ? t("required") : undefined,
    points: form.points ? undefined : t("required"),
    days: form.days !== null && form.days >= 1 && form.days <= MOST_DAYS ? undefined : t("promos.daysHint"),
  };
  const amount = `${format.number(form.points ?? 0)} P`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(wrong).some(Boolean) || form.points === null || form.days === null) return;
    send.mutate(
      { requestId, memId, pointAmt: form.points, memo: form.memo.trim(), days: form.days },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t("gift.done", { amount, memId }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t("gift.send")} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.dim}>{t("gift.sendText")}</p>
        <Field
          label={t("column.memId")}
          name="memId"
          autoComplete="off"
          value={form.memId}
          onChange={set("memId")}
          error={checked ? wrong.memId : undefined}
        />
        <AmountField
          label={t("promo:gift.points")}
          name="points"
          value={form.points}
          onChange={set("points")}
          error={checked ? wrong.points : undefined}
        />
        <Field
          label={t("promos.noteField")}
          name="memo"
          value={form.memo}
          maxLength={MEMO_MAX}
          onChange={set("memo")}
        />
        <AmountField
          label={t("promos.days")}
          name="days"
          hint={t("promos.daysHint")}
          value={form.days}
          onChange={set("days")}
          error={checked ? wrong.days : undefined}
        />
        <Refusal error={send.error} words={refusal} />
        <Button type="submit" busy={send.isPending}>
          {form.points ? t("gift.submit", { amount }) : t("gift.send")}
        </Button>
      </form>
    </Dialog>
  );
}
