import { useTranslation } from "react-i18next";
import { StatusPill } from "#shared/ui/status-pill.tsx";

/** Waiting, answered, answered and not read here yet, or closed. */
export function InquiryStatus({ status, fresh }: { status: string; fresh: boolean }) {
  const { t } = useTranslation("inquiry");
  if (status === "closed") return <StatusPill tone="calm">{t("status.closed")}</StatusPill>;
  if (status !== "answer") return <StatusPill tone="busy">{t("status.wait")}</StatusPill>;
  return fresh ? (
    <StatusPill tone="info">{t("status.new")}</StatusPill>
  ) : (
    <StatusPill tone="good">{t("status.answer")}</StatusPill>
  );
}
