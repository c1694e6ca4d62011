import { useTranslation } from "react-i18next";
import type { Member } from "#shared/api/types.ts";
import classes from "./cash.module.css";

/** The one account that withdrawals go to, in the member's own name (S-25). */
export function OwnAccount({ member }: { member: Member }) {
  const { t } = useTranslation("cash");
  return (
    <dl className={classes.account}>
      <div>
        <dt>{t("account.bank")}</dt>
        <dd>{member.bankName}</dd>
      </div>
      <div>
        <dt>{t("account.number")}</dt>
        <dd>{member.accountMasked}</dd>
      </div>
      <div>
        <dt>{t("account.holder")}</dt>
        <dd>{member.accountHolder}</dd>
      </div>
    </dl>
  );
}
