import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./partners.module.css";
import { type Card, useResetLogin } from "./partners.ts";

type Login = Card["logins"][number];

/** How a login stands. */
function Standing({ login }: { login: Login }) {
  const { t } = useTranslation("partners");
  if (!login.active) return <StatusPill tone="bad">{t("loginEnded")}</StatusPill>;
  if (login.locked) return <StatusPill tone="bad">{t("loginLocked")}</StatusPill>;
  if (!login.enrolledAt) return <StatusPill tone="busy">{t("loginOpen")}</StatusPill>;
  return <StatusPill tone="good">{t("loginReady")}</StatusPill>;
}

/** The logins of the partner area of a partner and its sub-staff. Staff resets the authenticator of the partner; its sub-staff is reset by the partner. */
export function Logins({ card }: { card: Card }) {
  const { t } = useTranslation("partners");
  const format = useFormat();
  const toast = useToast();
  const mayReset = useRight("reset");
  const { mutateAsync: reset } = useResetLogin();
  const [asking, setAsking] = useState(false);
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
              {mayReset && login.login === card.memId && (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-haspopup="dialog"
                  aria-label={t("resetOf", { login: login.login })}
                  onClick={() => setAsking(true)}
                >
                  {t("reset")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asking && (
        <ReasonDialog
          title={t("resetTitle", { login: card.memId })}
          text={t("resetText")}
          confirm={t("reset")}
          power="agent.reset"
          danger
          run={(reason) => reset({ memId: card.memId, reason })}
          onDone={() => {
            toast({ tone: "done", text: t("resetDone", { login: card.memId }) });
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
