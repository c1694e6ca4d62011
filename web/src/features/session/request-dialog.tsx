import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { SiteOption } from "#shared/api/types.ts";
import { useBankName } from "#shared/banks.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { digits, Form, FormField, FormPassword, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./account.module.css";
import { ForgotLink } from "./forgot-link.tsx";
import { banksQuery, type DetailsKind, useAskDetails } from "./requests.ts";
import { checkField, emptyForm } from "./rules.ts";
import { useRuleFault } from "./use-rule-fault.ts";

const empty = { phone: "", bankName: "", accountNo: "", memName: "", memPass: "", cashPin: "" };
type FieldName = keyof typeof empty;

const fields: Record<string, FieldName> = {
  U003: "memPass",
  U031: "memPass",
  C016: "cashPin",
  C017: "cashPin",
  C028: "cashPin",
  U007: "phone",
  U013: "phone",
  U105: "phone",
  U008: "accountNo",
  U014: "accountNo",
  U106: "accountNo",
};

interface RequestDialogProps {
  kind: DetailsKind;
  site: SiteOption;
  onClose(): void;
}

/** Asks staff for another phone, or for another name or bank account. */
export function RequestDialog({ kind, site, onClose }: RequestDialogProps) {
  const { t } = useTranslation("session");
  const bankName = useBankName();
  const ruleFault = useRuleFault();
  const toast = useToast();
  const ask = useAskDetails();
  const account = kind === "account";
  const banks = useQuery({ ...banksQuery, enabled: account }).data?.list ?? [];
  const form = useAppForm({
    defaultValues: empty,
    check: ({ phone, bankName: bank, accountNo, memName, memPass, cashPin }) => ({
      phone: !account && ruleFault(checkField("phone", { ...emptyForm, phone }, site)),
      accountNo: account
        ? accountNo !== ""
          ? ruleFault(checkField("accountNo", { ...emptyForm, accountNo }, site))
          : bank === "" && memName.trim() === "" && t("rule.required")
        : null,
      memPass: memPass === "" && ruleFault({ code: "U031", params: {} }),
      cashPin: account && cashPin === "" && ruleFault({ code: "C028", params: {} }),
    }),
    onSubmit: ({ phone, memPass, ...rest }) =>
      ask.mutateAsync(account ? { kind, memPass, ...rest } : { kind, memPass, phone: phone.trim() }),
    onDone: () => {
      toast({ tone: "done", text: t("request.done") });
      onClose();
    },
    forget: ["memPass", "cashPin"],
    fieldOf: (code) => fields[code] ?? null,
  });
  const { control } = form;
  return (
    <Dialog title={t(`request.${kind}.title`)} onClose={onClose}>
      <Form form={form} className={classes.form}>
        {account ? (
          <>
            <p className={classes.dim}>{t("request.hint.number")}</p>
            <FormSelect
              control={control}
              name="bankName"
              label={t("field.bankName")}
              options={[
                { value: "", label: t("request.bank.keep") },
                ...banks.map(({ name }) => ({ value: name, label: bankName(name) })),
              ]}
            />
            <FormField
              control={control}
              name="accountNo"
              label={t("field.accountNo")}
              inputMode="numeric"
              autoComplete="off"
            />
            <FormField
              control={control}
              name="memName"
              label={t("field.memName")}
              autoComplete="name"
              hint={t("request.hint.name")}
            />
            <FormPassword
              control={control}
              name="cashPin"
              label={t("field.cashPin")}
              autoComplete="off"
              inputMode="numeric"
              maxLength={site.pinLength}
              clean={digits}
            />
            <p className={classes.dim}>
              <ForgotLink forgotten="pin" onFollow={onClose} />
            </p>
          </>
        ) : (
          <FormField
            control={control}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            label={t("field.phone")}
          />
        )}
        <FormPassword control={control} name="memPass" label={t("change.present")} autoComplete="current-password" />
        <Refusal box error={form.refusal} />
        <Button type="submit" size="lg" wide busy={form.busy}>
          {t("request.submit")}
        </Button>
      </Form>
    </Dialog>
  );
}
