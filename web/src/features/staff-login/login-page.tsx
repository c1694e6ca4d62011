import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { lazyPart } from "#shared/lazy.ts";
import { LoginFrame } from "#shared/office/login-frame.tsx";
import { OtpStep } from "#shared/office/otp-step.tsx";
import { PasswordStep } from "#shared/office/password-step.tsx";
import { putSession } from "#shared/staff/session.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";

// A first login happens once: its code and the drawing of QR codes come with it.
const Enrolment = lazyPart(() => import("./enrolment-steps.tsx").then((steps) => steps.EnrolmentSteps));

/** The door: who you are, then the figures of the authenticator. Both go to the server together. */
export function LoginPage() {
  const { t } = useTranslation("admin");
  const client = useQueryClient();
  const [who, setWho] = useState({ memId: "", memPass: "" });
  const [step, setStep] = useState<"password" | "otp" | "enrol">("password");
  const login = useMutation({
    mutationFn: (otp: string) => api.call("/api/admin/login", { ...who, otp }),
    onSuccess: (session) => (session.enrol ? setStep("enrol") : putSession(client, session)),
  });
  return (
    <LoginFrame title={t("login.title")}>
      {step === "enrol" ? (
        <Suspense fallback={<Skeleton height="20rem" />}>
          <Enrolment who={who} onDone={(session) => putSession(client, session)} onBack={() => setStep("password")} />
        </Suspense>
      ) : step === "password" ? (
        <PasswordStep
          who={who}
          onNext={(next) => {
            setWho(next);
            setStep("otp");
          }}
        />
      ) : (
        <OtpStep
          memId={who.memId}
          first={t("login.first")}
          onSend={(otp) => login.mutateAsync(otp)}
          onFirst={() => setStep("enrol")}
          onBack={() => setStep("password")}
        />
      )}
    </LoginFrame>
  );
}
