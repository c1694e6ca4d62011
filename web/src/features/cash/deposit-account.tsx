import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./cash.module.css";
import { accountQuery } from "./cash.ts";

/** Where to send the money, with the number one press away from the bank's own app. */
export function DepositAccount() {
  const { t } = useTranslation("cash");
  const query = useQuery(accountQuery);
  return (
    <QueryView query={query} compact skeleton={<Skeleton height="9.5rem" radius="var(--radius-m)" />}>
      {(account) => (
        <>
          <dl className={classes.account}>
            <div>
              <dt>{t("account.bank")}</dt>
              <dd>{account.bankName}</dd>
            </div>
            <div>
              <dt>{t("account.number")}</dt>
              <dd className={classes.number}>
                <strong>{account.accountNo}</strong>
                <CopyButton text={account.accountNo} label={t("account.number")} />
              </dd>
            </div>
            <div>
              <dt>{t("account.holder")}</dt>
              <dd>{account.accountHolder}</dd>
            </div>
          </dl>
          <p className={classes.note}>{t("account.note")}</p>
        </>
      )}
    </QueryView>
  );
}
