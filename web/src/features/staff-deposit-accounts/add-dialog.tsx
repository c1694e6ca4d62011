import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useAddAccount } from "./accounts.ts";

const NAME_MAX = 40;
const NUMBER_MAX = 30;

/** Adds an account. It is off at first, and its number cannot be changed later. */
export function AddDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(["admin", "accounts"]);
  const toast = useToast();
  const add = useAddAccount();
  const words = (error: unknown) => (isCode(error, "U008") ? t("accounts:duplicate") : undefined);
  const form = useAppForm({
    defaultValues: { bank: "", accountNo: "", accountHolder: "" },
    check: ({ bank, accountNo, accountHolder }) => ({
      bank: bank.trim() === "" && t("content.missing"),
      accountNo: accountNo.replace(/[\s-]/g, "") === "" && t("content.missing"),
      accountHolder: accountHolder.trim() === "" && t("content.missing"),
    }),
    onSubmit: ({ bank, accountNo, accountHolder }) =>
      add.mutateAsync({ bank: bank.trim(), accountNo: accountNo.trim(), accountHolder: accountHolder.trim() }),
    onDone: (_, { accountNo }) => {
      toast({ tone: "done", text: t("accounts:added", { number: accountNo.trim() }) });
      onClose();
    },
    fieldOf: (code) => (["U008", "U106"].includes(code) ? "accountNo" : null),
    words,
  });
  const { control } = form;
  return (
    <Dialog title={t("accounts:add")} onClose={onClose}>
      <Form form={form} className={classes.form} autoComplete="off">
        <p className={classes.dim}>{t("accounts:addText")}</p>
        <FormField control={control} name="bank" label={t("column.bank")} maxLength={NAME_MAX} />
        <FormField
          control={control}
          name="accountNo"
          label={t("column.account")}
          inputMode="numeric"
          maxLength={NUMBER_MAX}
          hint={t("accounts:numberHint")}
        />
        <FormField control={control} name="accountHolder" label={t("column.holder")} maxLength={NAME_MAX} />
        <Refusal box error={form.refusal} words={words} />
        <Button type="submit" busy={form.busy}>
          {t("accounts:add")}
        </Button>
      </Form>
    </Dialog>
  );
}
