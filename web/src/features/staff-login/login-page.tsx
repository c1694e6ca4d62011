import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { ApiError } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { lazyPart } from "#shared/lazy.ts";
import { endedAtom, putSession } from "#shared/staff/session.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { LanguageMenu } from "#shared/ui/language-menu.tsx";
import { Logo } from "#shared/ui/logo.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useTitle } from "#shared/ui/title.ts";
import classes from "./login.module.css";
import { OtpStep } from "./otp-step.tsx";
import { PasswordStep } from "./password-step.tsx";

// A first login happens once: its code and the drawing of QR codes come with it.
const Enrolment = lazyPart(() => import("./enrolment-steps.tsx").then((steps) => steps.EnrolmentSteps));

/** The door: who you are, then the figures of the authenticator. Both go to the server together. */
export function LoginPage() {
  const { t } = useTranslation("admin");
  useTitle(t("login.title"));
  const faultText = useFaultText();
  const client = useQueryClient();
  const ended = useAtomValue(endedAtom);
  const [who, setWho] = useState({ memId: "", memPass: "" });
  const [step, setStep] = useState<"password" | "otp" | "enrol">("password");
  const login = useMutation({
    mutationFn: (otp: string) => api.call("/api/admin/login", { ...who, otp }),
    onSuccess: (session) => (session.enrol ? setStep("enrol") : putSession(client, session)),
  });
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <LanguageMenu />
      </header>
      <main className={classes.door}>
        <div className={classes.brand}>
          <Logo />
          <h1>{t("login.title")}</h1>
        </div>
        {ended && (
          <p role="status" className={classes.ended}>
            <Icon name="info" />
            <span>{ended.kind === "code" ? faultText(new ApiError(ended.code)) : t("login.expired")}</span>
          </p>
        )}
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
            onSend={(otp) => login.mutateAsync(otp)}
            onFirst={() => setStep("enrol")}
            onBack={() => setStep("password")}
          />
        )}
      </main>
    </div>
  );
}
