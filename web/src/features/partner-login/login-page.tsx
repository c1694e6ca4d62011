import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, type Req } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import { lazyPart } from "#shared/lazy.ts";
import { LoginFrame } from "#shared/office/login-frame.tsx";
import { OtpStep } from "#shared/office/otp-step.tsx";
import { PasswordStep } from "#shared/office/password-step.tsx";
import { putSession } from "#shared/partner/session.ts";
import { useSite } from "#shared/site.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";

// A first login happens once: its code and the drawing of QR codes come with it.
const Enrolment = lazyPart(() => import("./enrolment-steps.tsx").then((steps) => steps.EnrolmentSteps));

/** The door of the partner area: who you are, then the figures of the authenticator, unless the site asks for none. Both go to the server together. */
export function LoginPage() {
  const { t } = useTranslation(["partner", "common"]);
  const client = useQueryClient();
  const asksForCode = useSite()?.partnerOtp ?? true;
  const [who, setWho] = useState({ memId: "", memPass: "" });
  const [step, setStep] = useState<"password" | "otp" | "enrol">("password");
  const login = useMutation({
    mutationFn: (body: Req<"/api/partner/login">) => api.call("/api/partner/login", body),
    onSuccess: (session) => (session.enrol ? setStep("enrol") : putSession(client, session)),
  });
  const words = (error: unknown) => (isCode(error, "U029") ? t("common:front.error.afterAccess") : undefined);
  return (
    <LoginFrame title={t("login.title")}>
      {step === "enrol" ? (
        <Suspense fallback={<Skeleton height="20rem" />}>
          <Enrolment who={who} onDone={(session) => putSession(client, session)} onBack={() => setStep("password")} />
        </Suspense>
      ) : step === "password" ? (
        <PasswordStep
          who={who}
          alone={!asksForCode}
          words={words}
          onNext={(next) => {
            setWho(next);
            if (!asksForCode) return login.mutateAsync({ ...next, otp: "" });
            setStep("otp");
          }}
        />
      ) : (
        <OtpStep
          memId={who.memId}
          first={t("login.first")}
          words={words}
          onSend={(otp) => login.mutateAsync({ ...who, otp })}
          onFirst={() => setStep("enrol")}
          onBack={() => setStep("password")}
        />
      )}
    </LoginFrame>
  );
}
