import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./members.module.css";
import { type Protection, useExclude, useTimeout } from "./protection.ts";

const REASON_MAX = 200;
const EXCLUDE = "exclude";

interface FormProps {
  memId: string;
  state: Protection;
  onDone(): void;
}

/** The form with which staff sets a break: a timeout, or an exclusion of six months. Neither can be shortened. */
export function BreakForm({ memId, state, onDone }: FormProps) {
  const { t } = useTranslation(["admin", "protection", "common"]);
  const toast = useToast();
  const timeout = useTimeout();
  const exclude = useExclude();
  const names: Record<number, string> = {
    1: t("protection:timeout.1"),
    7: t("protection:timeout.7"),
    30: t("protection:timeout.30"),
    42: t("protection:timeout.42"),
  };
  const options = [
    ...state.timeouts.map((days) => ({
      value: String(days),
      label: `${t("protection:timeout.title")}: ${names[days] ?? days}`,
    })),
    { value: EXCLUDE, label: `${t("protect.exclusion")}: ${t("protection:exclusion.6")}` },
  ];
  const form = useAppForm({
    defaultValues: { length: String(state.timeouts[0] ?? EXCLUDE), reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("refuse.missing") }),
    onSubmit: (values) => {
      const reason = values.reason.trim();
      if (values.length === EXCLUDE) return exclude.mutateAsync({ memId, reason });
      return timeout.mutateAsync({ memId, days: Number(values.length), reason });
    },
    onDone: () => {
      toast({ tone: "done", text: t("protect.done") });
      onDone();
    },
  });
  const { control } = form;
  const length = useWatch({ control, name: "length" });
  return (
    <Form form={form} className={classes.inset}>
      <div className={staff.pair}>
        <FormSelect control={control} name="length" label={t("protect.break")} options={options} />
        <FormField control={control} name="reason" label={t("switch.reason")} autoFocus maxLength={REASON_MAX} />
      </div>
      <p className={staff.dim}>{length === EXCLUDE ? t("protect.sureExclude") : t("protect.sure")}</p>
      <Refusal error={form.refusal} />
      <div className={classes.memberActions}>
        <Button variant="quiet" onClick={onDone}>
          {t("common:cancel")}
        </Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          {options.find(({ value }) => value === length)?.label ?? ""}
        </Button>
      </div>
    </Form>
  );
}
