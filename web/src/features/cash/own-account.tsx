import { useTranslation } from "react-i18next";
import type { Member } from "#shared/api/types.ts";
import { useBankName } from "#shared/banks.ts";
import { Facts } from "#shared/ui/facts.tsx";

/** The one account that withdrawals go to, in the member's own name (S-25). */
export function OwnAccount({ member }: { member: Member }) {
  const { t } = useTranslation();
  const bankName = useBankName();
  return (
    <Facts
      roomy
      facts={[
        { name: t("account.bank"), value: bankName(member.bankName) },
        { name: t("account.number"), value: member.accountMasked },
        { name: t("account.holder"), value: member.accountHolder },
      ]}
    />
  );
}
