import { useTranslation } from "react-i18next";
import { StatusPill } from "../ui/status-pill.tsx";

const endings = {
  "0": { tone: "info", text: "status.requested" },
  "1": { tone: "good", text: "status.done" },
  "2": { tone: "busy", text: "status.held" },
  "-1": { tone: "calm", text: "status.cancelled" },
  "-2": { tone: "bad", text: "status.refused" },
} as const;

function isEnding(status: string): status is keyof typeof endings {
  return Object.hasOwn(endings, status);
}

/** The state of a request as a word with its tone (D-11). */
export function RequestStatus({ status }: { status: number }) {
  const { t } = useTranslation("admin");
  const key = String(status);
  if (!isEnding(key)) return key;
  return <StatusPill tone={endings[key].tone}>{t(endings[key].text)}</StatusPill>;
}
