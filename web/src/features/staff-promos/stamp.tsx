import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";

interface StampProps {
  stamp: { setBy: string; setAt: string | null } | undefined;
}

/** Shows who changed a setting last, and when. */
export function Stamp({ stamp }: StampProps) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  if (!stamp || stamp.setAt === null) return t("promos.never");
  return `${stamp.setBy} · ${format.dateTime(stamp.setAt)}`;
}
