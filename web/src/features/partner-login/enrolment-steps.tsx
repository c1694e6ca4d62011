import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import type { Who } from "#shared/office/login-password.ts";
import { RecoveryCodes } from "#shared/office/recovery-codes.tsx";
import { EnrolStep } from "./enrol-step.tsx";

interface EnrolmentStepsProps {
  who: Who;
  onDone(session: Res<"/api/partner/enrol">): void;
  onBack(): void;
}

/** The setup of an account, then its recovery codes. */
export function EnrolmentSteps({ who, onDone, onBack }: EnrolmentStepsProps) {
  const { t } = useTranslation("partner");
  const [session, setSession] = useState<Res<"/api/partner/enrol"> | null>(null);
  if (session) {
    return <RecoveryCodes enter={t("enrol.enter")} codes={session.recoveryCodes} onDone={() => onDone(session)} />;
  }
  return <EnrolStep who={who} onDone={setSession} onBack={onBack} />;
}
