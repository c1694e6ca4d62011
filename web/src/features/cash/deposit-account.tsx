import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { AccountLines } from "#shared/ui/account-lines.tsx";
import { Button } from "#shared/ui/button.tsx";
import { PasswordField } from "#shared/ui/password-field.tsx";
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
  const faultText = useFaultText();
  const open = useOpenAccount();
  const [pin, setPin] = useState("");
  const [short, setShort] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pin.length === pinLength) return open.mutate(pin, { onError: () => setPin("") });
    setShort(true);
    field.current?.focus();
  };
  const fault = short ? new ApiError("C028") : open.error;
  return (
    <form className={classes.form} onSubmit={submit} noValidate autoComplete="off">
      <p className={classes.note}>{t("account.open.text")}</p>
      <PasswordField
        ref={field}
        label={t("field.pin")}
        name="accountPin"
        autoComplete="off"
        inputMode="numeric"
        maxLength={pinLength}
        value={pin}
        hint={t("field.pinHint", { length: pinLength })}
        onChange={(text) => {
          setPin(text.replace(/\D/g, ""));
          setShort(false);
          if (open.error) open.reset();
        }}
        error={fault ? faultText(fault) : undefined}
      />
      <Button type="submit" variant="quiet" wide busy={open.isPending}>
        {t("account.open.submit")}
      </Button>
    </form>
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
