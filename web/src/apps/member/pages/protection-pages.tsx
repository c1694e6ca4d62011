import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ProtectionPage } from "#features/protection/protection-page.tsx";
import { useAwaitsMember, useMember } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";

export function ProtectionRoute() {
  const { t } = useTranslation("protection");
  const member = useMember();
  // A guest's page would move down when the member's limits come before it.
  if (useAwaitsMember()) return <Skeleton height="100dvh" radius="var(--radius-l)" />;
  return (
    <ProtectionPage
      member={member !== null}
      contact={<Link to={member ? paths.inquiryNew : paths.contact}>{t("care.contact")}</Link>}
      withdraw={<Link to={paths.withdraw}>{t("inBreak.withdraw")}</Link>}
    />
  );
}
