import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { basisPoints } from "#shared/staff/percent.ts";
import { useRequestId } from "#shared/staff/request-id.ts";
import classes from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import {
  Form,
  FormAmount,
  FormCheckbox,
  FormChoice,
  FormField,
  FormSelect,
  FormTextArea,
} from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { memberIds } from "./member-ids.ts";
import { useIssueCoupons } from "./promos.ts";
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

interface Values {
  to: "members" | "open";
  members: string;
  count: number | null;
  unit: "point" | "cash";
  amount: number | null;
  /** In percent, as it is typed. */
  rolling: string;
  days: number | null;
  giftable: boolean;
  note: string;
}

const begin: Values = {
  to: "members",
  members: "",
  count: 1,
  unit: "point",
  amount: null,
  rolling: "100",
  days: 30,
  giftable: false,
  note: "",
};

/** How many coupons the form would issue. */
const countOf = ({ to, members, count }: Pick<Values, "to" | "members" | "count">): number =>
  to === "members" ? memberIds(members).length : (count ?? 0);

/**
 * Issues coupons: one to each of the listed members, or a number that anyone with the code can use. The button states the
 * total.
 */
export function CouponDialog({ onIssued, onClose }: CouponDialogProps) {
  const { t } = useTranslation(["admin", "promo"]);
  const format = useFormat();
  const refusal = useRefusal();
  const said = useSaid();
  const issue = useIssueCoupons();
  const requestId = useRequestId();
  const within = (n: number | null, most: number) => (n === null || n < 1 || n > most) && t("required");
  const form = useAppForm({
    defaultValues: begin,
    check: (values) => ({
      [values.to === "members" ? "members" : "count"]: within(countOf(values), MOST),
      amount: !values.amount && t("required"),
      rolling: basisPoints(values.rolling) === null && t("promos.percentWrong"),
      days: within(values.days, MOST_DAYS),
    }),
    onSubmit: (values) =>
      issue.mutateAsync({
        requestId: requestId(values),
        ...(values.to === "members"
          ? { memIds: memberIds(values.members), giftable: values.giftable }
          : { count: countOf(values) }),
        unit: values.unit,
        amount: values.amount ?? 0,
        rolling: basisPoints(values.rolling) ?? 0,
        days: values.days ?? 0,
        note: values.note.trim(),
      }),
    onDone: (issued) => {
      said(issued, issued === "asked" ? "" : t("coupon.done", { count: issued.coupons }));
      if (issued !== "asked") onIssued(issued.batch);
      onClose();
    },
  });
  const { control } = form;
  const values = useWatch({ control });
  const { to = "members", members = "", count = null, unit, amount = null } = values;
  const total = countOf({ to, members, count });
  const worth = unit === "point" ? `${format.number(amount ?? 0)} P` : format.money(amount ?? 0);
  return (
    <Dialog wide title={t("coupon.issue")} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <FormChoice
          control={control}
          name="to"
          label={t("coupon.for")}
          options={[
            { value: "members", label: t("coupon.for.members") },
            { value: "open", label: t("coupon.for.open") },
          ]}
        />
        {to === "members" ? (
          <FormTextArea
            control={control}
            name="members"
            label={t("coupon.members")}
            rows={2}
            maxLength={IDS_MAX}
            hint={t("coupon.membersHint")}
          />
        ) : (
          <FormAmount control={control} name="count" label={t("coupon.count")} hint={t("coupon.countHint")} />
        )}
        <div className={classes.pair}>
          <FormSelect
            control={control}
            name="unit"
            label={t("promos.unit")}
            options={(["point", "cash"] as const).map((value) => ({ value, label: t(`promos.unit.${value}`) }))}
          />
          <FormAmount control={control} name="amount" label={t("column.amount")} />
        </div>
        <div className={classes.pair}>
          <FormField
            control={control}
            name="rolling"
            label={`${t("promos.turnover")} (%)`}
            inputMode="numeric"
            hint={t("promos.turnoverHint")}
          />
          <FormAmount control={control} name="days" label={t("promos.days")} hint={t("promos.daysHint")} />
        </div>
        <FormField control={control} name="note" label={t("promos.noteField")} maxLength={NOTE_MAX} />
        {to === "members" && <FormCheckbox control={control} name="giftable" label={t("coupon.giftable")} />}
        <WhoDecides act="coupon.issue" />
        <Refusal error={form.refusal} words={refusal} />
        <Button type="submit" busy={form.busy}>
          {total > 0 && amount ? t("coupon.submit", { count: total, amount: worth }) : t("coupon.issue")}
        </Button>
      </Form>
    </Dialog>
  );
}
