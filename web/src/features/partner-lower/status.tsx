import { useTranslation } from "react-i18next";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { statuses } from "./lower.ts";

/** The status of an account in words. */
export function Status({ status }: { status: string }) {
  const { t } = useTranslation("partner-lower");
  const known = statuses.find((one) => one === status);
  return (
    <StatusPill tone={known === "normal" ? "good" : known ? "bad" : "busy"}>
      {t(known ? `status.${known}` : "status.pending")}
    </StatusPill>
  );
}

/** Whether an account is a member or a partner, with its level. */
export function Role({ partner, level }: { partner: boolean; level: number }) {
  const { t } = useTranslation("partner-lower");
  return partner ? <StatusPill tone="info">{t("partnerOf", { level })}</StatusPill> : t("kind.member");
}
