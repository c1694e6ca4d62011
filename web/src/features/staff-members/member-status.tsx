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

interface MemberStatusProps {
  status: string;
  /** A test account, which is in no figure. */
  test?: boolean;
}

export function MemberStatus({ status, test = false }: MemberStatusProps) {
  const { t } = useTranslation("admin");
  return (
    <>
      <StatusPill tone={isKnown(status) ? tones[status] : "calm"}>
        {isKnown(status) ? t(`member.status.${status}`) : status}
      </StatusPill>
      {test && (
        <>
          {" "}
          <StatusPill tone="info">{t("member.test")}</StatusPill>
        </>
      )}
    </>
  );
}
