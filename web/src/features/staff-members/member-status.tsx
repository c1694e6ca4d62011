import { useTranslation } from "react-i18next";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { memberStatuses } from "./members.ts";

type Known = (typeof memberStatuses)[number];

const tones = {
  pending: "info",
  normal: "good",
  stop: "bad",
  suspended: "busy",
  black: "bad",
  dormant: "calm",
  closed: "calm",
  excluded: "busy",
  deleted: "calm",
} as const satisfies Record<Known, string>;

function isKnown(status: string): status is Known {
  return Object.hasOwn(tones, status);
}

export function MemberStatus({ status }: { status: string }) {
  const { t } = useTranslation("admin");
  if (!isKnown(status)) return <StatusPill tone="calm">{status}</StatusPill>;
  return <StatusPill tone={tones[status]}>{t(`member.status.${status}`)}</StatusPill>;
}
