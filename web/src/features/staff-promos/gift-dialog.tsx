import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useRequestId } from "#shared/staff/request-id.ts";
import classes from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormAmount, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useSendGift } from "./promos.ts";
import { useRefusal } from "./refusal.ts";

const MOST_DAYS = 366;
const MEMO_MAX = 100;

interface Values {
  memId: string;
  points: number | null;
  memo: string;
  days: number | null;
}

const idOf = (typed: string): string => typed.trim().toLowerCase();

/** Sends points of the house to a member, who takes them on the gift page. */
export function GiftDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(["admin", "promo"]);
  const format = useFormat();
  const refusal = useRefusal();
  const said = useSaid();
  const send = useSendGift();
  const requestId = useRequestId();
  const amountOf = (points: number | null) => `${format.number(points ?? 0)} P`;
  const form = useAppForm<Values>({
    defaultValues: { memId: "", points: null, memo: "", days: 30 },
    check: ({ memId, points, days }) => ({
      memId: idOf(memId) === "" && t("required"),
      points: !points && t("required"),
      days: (days === null || days < 1 || days > MOST_DAYS) && t("promos.daysHint"),
    }),
    onSubmit: (values) =>
      send.mutateAsync({
        requestId: requestId(values),
        memId: idOf(values.memId),
        pointAmt: values.points ?? 0,
        memo: values.memo.trim(),
        days: values.days ?? 0,
      }),
    onDone: (sent, { memId, points }) => {
      said(sent, t("gift.done", { amount: amountOf(points), memId: idOf(memId) }));
      onClose();
    },
  });
  const { control } = form;
  const points = useWatch({ control, name: "points" });
  return (
    <Dialog title={t("gift.send")} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <p className={classes.dim}>{t("gift.sendText")}</p>
        <FormField control={control} name="memId" label={t("column.memId")} autoComplete="off" />
        <FormAmount control={control} name="points" label={t("promo:gift.points")} />
        <FormField control={control} name="memo" label={t("promos.noteField")} maxLength={MEMO_MAX} />
        <FormAmount control={control} name="days" label={t("promos.days")} hint={t("promos.daysHint")} />
        <WhoDecides act="gift.send" />
        <Refusal error={form.refusal} words={refusal} />
        <Button type="submit" busy={form.busy}>
          {points ? t("gift.submit", { amount: amountOf(points) }) : t("gift.send")}
        </Button>
      </Form>
    </Dialog>
  );
}
