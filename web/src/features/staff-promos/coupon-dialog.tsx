import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/staff/staff.module.css";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { TextArea } from "#shared/ui/text-area.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { basisPoints, memberIds } from "./percent.ts";
import { newRequestId, useIssueCoupons } from "./promos.ts";
import { useRefusal } from "./refusal.ts";

const MOST = 200;
const MOST_DAYS = 366;
const NOTE_MAX = 100;
const IDS_MAX = 4000;

interface CouponDialogProps {
  /** With the number of the batch, by which its codes are found. */
  onIssued(batch: number): void;
  onClose(): void;
}

/**
 * Issues coupons: one to each of the listed members, or a number that anyone with the code can use. The button states the
 * total.
 */
export function CouponDialog({ onIssued, onClose }: CouponDialogProps) {
  const { t } = useTranslation(["admin", "promo"]);
  const format = useFormat();
  const refusal = useRefusal();
  const toast = useToast();
  const issue = useIssueCoupons();
  const [requestId, setRequestId] = useState(newRequestId);
  const [checked, setChecked] = useState(false);
  const [form, setForm] = useState({
    to: "members" as "members" | "open",
    members: "",
    count: 1 as number | null,
    unit: "point",
    amount: null as number | null,
    rolling: "100",
    days: 30 as number | null,
    giftable: false,
    note: "",
  });
  const set =
    <K extends keyof typeof form>(name: K) =>
    (value: (typeof form)[K]) => {
      setForm((before) => ({ ...before, [name]: value }));
      setRequestId(newRequestId());
      issue.reset();
    };
  const named = form.to === "members";
  const ids = memberIds(form.members);
  const count = named ? ids.length : (form.count ?? 0);
  const rolling = basisPoints(form.rolling);
  const within = (n: number | null, most: number) => (n !== null && n >= 1 && n <= most ? undefined : t("required"));
  const wrong = {
    members: named ? within(ids.length, MOST) : undefined,
    count: named ? undefined : within(form.count, MOST),
    amount: form.amount === null || form.amount === 0 ? t("required") : undefined,
    rolling: rolling === null ? t("promos.percentWrong") : undefined,
    days: within(form.days, MOST_DAYS),
  };
  const error = (name: keyof typeof wrong) => (checked ? wrong[name] : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(wrong).some(Boolean) || form.amount === null || rolling === null || form.days === null) return;
    issue.mutate(
      {
        requestId,
        ...(named ? { memIds: ids, giftable: form.giftable } : { count }),
        unit: form.unit,
        amount: form.amount,
        rolling,
        days: form.days,
        note: form.note.trim(),
      },
      {
        onSuccess: ({ batch, coupons }) => {
          toast({ tone: "done", text: t("coupon.done", { count: coupons }) });
          onIssued(batch);
          onClose();
        },
      },
    );
  };
  const worth = form.unit === "point" ? `${format.number(form.amount ?? 0)} P` : format.money(form.amount ?? 0);
  return (
    <Dialog wide title={t("coupon.issue")} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Choice
          label={t("coupon.for")}
          value={form.to}
          onChange={set("to")}
          options={[
            { value: "members", label: t("coupon.for.members") },
            { value: "open", label: t("coupon.for.open") },
          ]}
        />
        {named ? (
          <TextArea
            label={t("coupon.members")}
            name="members"
            rows={2}
            maxLength={IDS_MAX}
            value={form.members}
            hint={t("coupon.membersHint")}
            onChange={set("members")}
            error={error("members")}
          />
        ) : (
          <AmountField
            label={t("coupon.count")}
            name="count"
            hint={t("coupon.countHint")}
            value={form.count}
            onChange={set("count")}
            error={error("count")}
          />
        )}
        <div className={classes.pair}>
          <SelectField
            label={t("promos.unit")}
            name="unit"
            value={form.unit}
            onChange={set("unit")}
            options={(["point", "cash"] as const).map((value) => ({ value, label: t(`promos.unit.${value}`) }))}
          />
          <AmountField
            label={t("column.amount")}
            name="amount"
            value={form.amount}
            onChange={set("amount")}
            error={error("amount")}
          />
        </div>
        <div className={classes.pair}>
          <Field
            label={`${t("promos.turnover")} (%)`}
            name="rolling"
            inputMode="numeric"
            value={form.rolling}
            hint={t("promos.turnoverHint")}
            onChange={set("rolling")}
            error={error("rolling")}
          />
          <AmountField
            label={t("promos.days")}
            name="days"
            hint={t("promos.daysHint")}
            value={form.days}
            onChange={set("days")}
            error={error("days")}
          />
        </div>
        <Field
          label={t("promos.noteField")}
          name="note"
          value={form.note}
          maxLength={NOTE_MAX}
          onChange={set("note")}
        />
        {named && (
          <Checkbox name="giftable" label={t("coupon.giftable")} checked={form.giftable} onChange={set("giftable")} />
        )}
        <Refusal error={issue.error} words={refusal} />
        <Button type="submit" busy={issue.isPending}>
          {count > 0 && form.amount ? t("coupon.submit", { count, amount: worth }) : t("coupon.issue")}
        </Button>
      </form>
    </Dialog>
  );
}
