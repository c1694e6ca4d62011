import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ProtectionPage } from "#features/protection/protection-page.tsx";
import { useMember } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";

export function ProtectionRoute() {
  const { t } = useTranslation("protection");
  const member = useMember();
  return (
    <ProtectionPage
      member={member !== null}
      contact={<Link to={paths.inquiryNew}>{t("care.contact")}</Link>}
      withdraw={<Link to={paths.withdraw}>{t("resting.withdraw")}</Link>}
    />
  );
}
