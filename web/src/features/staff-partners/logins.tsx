import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./partners.module.css";
import { type Card, useResetLogin } from "./partners.ts";

type Login = Card["logins"][number];

interface OneTime {
  login: string;
  password: string;
  until: string;
}

/** The one-time password of sub-staff, which is shown this once. */
function OneTimeDialog({ once, onClose }: { once: OneTime; onClose(): void }) {
  const { t } = useTranslation("partners");
  const format = useFormat();
  const password = (
    <>
      <code>{once.password}</code> <CopyButton compact text={once.password} label={t("oneTime")} />
    </>
  );
  return (
    <Dialog title={t("oneTimeOf", { login: once.login })} onClose={onClose}>
      <div className={staff.form}>
        <Facts
          facts={[
            { name: t("oneTime"), value: password },
            { name: t("oneTimeUntil"), value: format.dateTime(once.until) },
          ]}
        />
        <p className={staff.dim}>{t("oneTimeText")}</p>
      </div>
    </Dialog>
  );
}

/** How a login stands. */
function Standing({ login }: { login: Login }) {
  const { t } = useTranslation("partners");
  if (!login.active) return <StatusPill tone="bad">{t("loginEnded")}</StatusPill>;
  if (login.locked) return <StatusPill tone="bad">{t("loginLocked")}</StatusPill>;
  if (!login.enrolledAt) return <StatusPill tone="busy">{t("loginOpen")}</StatusPill>;
  return <StatusPill tone="good">{t("loginReady")}</StatusPill>;
}

/** The logins of the partner area of a partner and its sub-staff. Staff resets the authenticator of a person who lost it. */
export function Logins({ card }: { card: Card }) {
  const { t } = useTranslation("partners");
  const format = useFormat();
  const toast = useToast();
  const mayReset = useRight("reset");
  const { mutateAsync: reset } = useResetLogin();
  const [asked, setAsked] = useState<Login | null>(null);
  const [once, setOnce] = useState<OneTime | null>(null);
  return (
    <section className={classes.form}>
      <h3>{t("logins")}</h3>
      {card.logins.length === 0 ? (
        <p className={classes.dim}>{t("loginsNone")}</p>
      ) : (
        <ul className={classes.logins}>
          {card.logins.map((login) => (
            <li key={login.login}>
              <span className={classes.person}>
                <strong>{login.login}</strong> {login.name}
                <span className={`${staff.dim} ${staff.below}`}>
                  {login.lastLoginAt ? t("lastLogin", { at: format.dateTime(login.lastLoginAt) }) : t("neverLoggedIn")}
                </span>
              </span>
              <Standing login={login} />
              {mayReset && (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-haspopup="dialog"
                  aria-label={t("resetOf", { login: login.login })}
                  onClick={() => setAsked(login)}
                >
                  {t("reset")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ReasonDialog
          title={t("resetTitle", { login: asked.login })}
          text={t(asked.login === card.memId ? "resetText" : "resetSubText")}
          confirm={t("reset")}
          danger
          run={(reason) => reset({ login: asked.login, reason })}
          onDone={({ password, until }) => {
            toast({ tone: "done", text: t("resetDone", { login: asked.login }) });
            setAsked(null);
            if (password && until) setOnce({ login: asked.login, password, until });
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {once && <OneTimeDialog once={once} onClose={() => setOnce(null)} />}
    </section>
  );
}
