import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { AccountLines } from "#shared/ui/account-lines.tsx";
import { Button } from "#shared/ui/button.tsx";
import { digits, Form, FormPassword } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { QueryView } from "#shared/ui/query-view.tsx";
import classes from "./cash.module.css";
import { accountQuery, type PaidInto, useOpenAccount } from "./cash.ts";

/** Where to send the money: asked for with the withdrawal password, then shown for half an hour (D-62). */
export function DepositAccount({ pinLength }: { pinLength: number }) {
  const client = useQueryClient();
  const query = useQuery(accountQuery);
  const until = query.data?.until;
  useEffect(() => {
    if (until === undefined) return;
    const over = () => client.setQueryData(accountQuery.queryKey, null);
    const timer = setTimeout(over, Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until, client]);
  return (
    <QueryView query={query} compact skeleton={<Account />}>
      {(account) => (account ? <Account account={account} /> : <OpenAccount pinLength={pinLength} />)}
    </QueryView>
  );
}

/** Asks for the withdrawal password before the account is shown. A wrong password is reported at its field. */
function OpenAccount({ pinLength }: { pinLength: number }) {
  const { t } = useTranslation("cash");
  const open = useOpenAccount();
  const form = useAppForm({
    defaultValues: { accountPin: "" },
    check: ({ accountPin }) => ({ accountPin: accountPin.length !== pinLength && new ApiError("C028") }),
    onSubmit: ({ accountPin }) => open.mutateAsync(accountPin),
    forget: ["accountPin"],
    fieldOf: () => "accountPin",
  });
  return (
    <Form form={form} className={classes.form} autoComplete="off">
      <p className={classes.note}>{t("account.open.text")}</p>
      <FormPassword
        control={form.control}
        name="accountPin"
        label={t("field.pin")}
        autoComplete="off"
        inputMode="numeric"
        maxLength={pinLength}
        clean={digits}
        hint={t("field.pinHint", { length: pinLength })}
      />
      <Button type="submit" variant="quiet" wide busy={form.busy}>
        {t("account.open.submit")}
      </Button>
    </Form>
  );
}

/** Without an account: the same lines, waiting for theirs. Just shown, it takes the focus that the form had. */
function Account({ account }: { account?: PaidInto }) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const lines = useRef<HTMLDListElement>(null);
  const shown = account !== undefined;
  useEffect(() => {
    if (shown && document.activeElement === document.body) lines.current?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <>
      <AccountLines ref={lines} account={account} />
      <p className={classes.note}>
        {account && <strong>{t("account.until", { at: format.dateTime(account.until) })}</strong>} {t("account.note")}
      </p>
    </>
  );
}
