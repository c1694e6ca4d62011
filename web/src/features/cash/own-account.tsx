import { useTranslation } from "react-i18next";
import type { Member } from "#shared/api/types.ts";
import { Facts } from "#shared/ui/facts.tsx";

/** The one account that withdrawals go to, in the member's own name (S-25). */
export function OwnAccount({ member }: { member: Member }) {
  const { t } = useTranslation();
  return (
    <Facts
      roomy
      facts={[
        { name: t("account.bank"), value: member.bankName },
        { name: t("account.number"), value: member.accountMasked },
        { name: t("account.holder"), value: member.accountHolder },
      ]}
    />
  );
}
