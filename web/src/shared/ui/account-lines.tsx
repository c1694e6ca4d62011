import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { useBankName } from "../banks.ts";
import classes from "./account-lines.module.css";
import { CopyButton } from "./copy-button.tsx";
import { Facts } from "./facts.tsx";
import { Skeleton } from "./skeleton.tsx";

interface AccountLinesProps {
  /** Without an account: the same lines, waiting for theirs. */
  account: { bankName: string; accountNo: string; accountHolder: string } | undefined;
  ref?: Ref<HTMLDListElement>;
}

/** The bank account to pay into; its number is large and can be copied. */
export function AccountLines({ account, ref }: AccountLinesProps) {
  const { t } = useTranslation();
  const bankName = useBankName();
  return (
    <Facts
      roomy
      {...(ref && { ref })}
      facts={[
        { name: t("account.bank"), value: account ? bankName(account.bankName) : <Skeleton width="7rem" /> },
        {
          name: t("account.number"),
          value: account ? (
            <span className={classes.number}>
              <strong>{account.accountNo}</strong>
              <CopyButton text={account.accountNo} label={t("account.number")} />
            </span>
          ) : (
            <Skeleton width="12rem" height="2.25rem" />
          ),
        },
        { name: t("account.holder"), value: account?.accountHolder ?? <Skeleton width="7rem" /> },
      ]}
    />
  );
}
