import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import classes from "#shared/staff/staff.module.css";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { type DepositAccount, type Switched, useRotateAccount, useSwitchAccount } from "./accounts.ts";
import { useStale } from "./use-stale.ts";

const REASON_MAX = 200;

interface UseDialogProps {
  /** The account that is switched on. */
  account: DepositAccount;
  /** Those of which it may replace one. */
  active: DepositAccount[];
  onDone(state: Switched): void;
  onClose(): void;
}

/** The choice that no account is replaced. */
const NONE = "0";

/** Switches an account on: instead of another one in one step, or in addition to the others. */
export function UseDialog({ account, active, onDone, onClose }: UseDialogProps) {
  const { t } = useTranslation(["admin", "accounts"]);
  const stale = useStale();
  const { mutateAsync: rotate } = useRotateAccount();
  const { mutateAsync: turn } = useSwitchAccount();
  const form = useAppForm({
    defaultValues: { off: String(active[0]?.idx ?? NONE), reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("refuse.missing") }),
    onSubmit: ({ off, reason: typed }) => {
      const { idx, version } = account;
      const reason = typed.trim();
      const replaced = active.find((one) => String(one.idx) === off);
      return replaced
        ? rotate({ idx, version, offIdx: replaced.idx, offVersion: replaced.version, reason })
        : turn({ idx, version, active: true, reason });
    },
    onDone,
  });
  const { control } = form;
  const off = useWatch({ control, name: "off" });
  const waiting = active.find((one) => String(one.idx) === off)?.open ?? 0;
  return (
    <Dialog title={t("accounts:useTitle", { number: account.accountNo })} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <p>
          {t(off === NONE ? "accounts:additionText" : "accounts:insteadText")}{" "}
          {waiting > 0 && t("accounts:offWaiting", { count: waiting })}
        </p>
        <FormSelect
          control={control}
          name="off"
          label={t("accounts:insteadOf")}
          options={[
            ...active.map(({ idx, bank, accountNo }) => ({ value: String(idx), label: `${accountNo} · ${bank}` })),
            { value: NONE, label: t("accounts:addition") },
          ]}
        />
        <WhoDecides act="account.on" />
        <FormField control={control} name="reason" label={t("switch.reason")} maxLength={REASON_MAX} autoFocus />
        <Refusal box error={form.refusal} words={stale} />
        <Button type="submit" busy={form.busy}>
          {t("accounts:use")}
        </Button>
      </Form>
    </Dialog>
  );
}
