import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./cash.module.css";
import { accountQuery } from "./cash.ts";

function Copy({ number }: { number: string }) {
  const { t } = useTranslation("cash");
  const [said, setSaid] = useState<"copied" | "failed">();
  const copy = () => {
    navigator.clipboard.writeText(number).then(
      () => setSaid("copied"),
      () => setSaid("failed"),
    );
  };
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        icon={<Icon name={said === "copied" ? "check" : "copy"} size={16} />}
        onClick={copy}
      >
        {said === "copied" ? t("account.copied") : t("account.copy")} <span className="visually-hidden">{number}</span>
      </Button>
      <span className="visually-hidden" aria-live="polite">
        {said === "copied" && t("account.copied")}
      </span>
      {said === "failed" && (
        <span role="alert" className={classes.copyFailed}>
          {t("account.copyFailed")}
        </span>
      )}
    </>
  );
}

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
                <Copy number={account.accountNo} />
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
