import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
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
  const [length, setLength] = useState(String(state.timeouts[0] ?? EXCLUDE));
  const [reason, setReason] = useState("");
  const [checked, setChecked] = useState(false);
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
  const chosen = options.find(({ value }) => value === length)?.label ?? "";
  const done = {
    onSuccess: () => {
      toast({ tone: "done", text: t("protect.done") });
      onDone();
    },
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const why = reason.trim();
    if (why === "") return;
    if (length === EXCLUDE) exclude.mutate({ memId, reason: why }, done);
    else timeout.mutate({ memId, days: Number(length), reason: why }, done);
  };
  const fault = timeout.error ?? exclude.error;
  return (
    <form className={classes.inset} onSubmit={submit} noValidate>
      <div className={staff.pair}>
        <SelectField
          label={t("protect.break")}
          name="length"
          value={length}
          onChange={(next) => {
            setLength(next);
            timeout.reset();
            exclude.reset();
          }}
          options={options}
        />
        <Field
          label={t("switch.reason")}
          name="reason"
          autoFocus
          value={reason}
          maxLength={REASON_MAX}
          onChange={setReason}
          error={checked && reason.trim() === "" ? t("refuse.missing") : undefined}
        />
      </div>
      <p className={staff.dim}>{length === EXCLUDE ? t("protect.sureExclude") : t("protect.sure")}</p>
      <Refusal error={fault} />
      <div className={classes.memberActions}>
        <Button variant="quiet" onClick={onDone}>
          {t("common:cancel")}
        </Button>
        <Button type="submit" variant="danger" busy={timeout.isPending || exclude.isPending}>
          {chosen}
        </Button>
      </div>
    </form>
  );
}
