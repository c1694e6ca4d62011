import { useTranslation } from "react-i18next";
import { StatusPill } from "#shared/ui/status-pill.tsx";

/** Waiting, answered, or answered and not read here yet. */
export function InquiryStatus({ status, fresh }: { status: string; fresh: boolean }) {
  const { t } = useTranslation("inquiry");
  if (status !== "answer") return <StatusPill tone="busy">{t("status.wait")}</StatusPill>;
  return fresh ? (
    <StatusPill tone="info">{t("status.new")}</StatusPill>
  ) : (
    <StatusPill tone="good">{t("status.answer")}</StatusPill>
  );
}
