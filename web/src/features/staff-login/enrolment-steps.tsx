import { useState } from "react";
import type { Res } from "#shared/api/client.ts";
import { EnrolStep } from "./enrol-step.tsx";
import type { Who } from "./enrolment.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface EnrolmentStepsProps {
  who: Who;
  onDone(session: Res<"/api/admin/enrol">): void;
  onBack(): void;
}

/** The setup of an account, then its recovery codes. */
export function EnrolmentSteps({ who, onDone, onBack }: EnrolmentStepsProps) {
  const [session, setSession] = useState<Res<"/api/admin/enrol"> | null>(null);
  if (session) return <RecoveryCodes codes={session.recoveryCodes} onDone={() => onDone(session)} />;
  return <EnrolStep who={who} onDone={setSession} onBack={onBack} />;
}
