import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { Button } from "#shared/ui/button.tsx";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useRight } from "../session/session.ts";
import classes from "./members.module.css";
import { memberQuery, useForceLogout, useLock, useUnlock } from "./members.ts";
import { MessageDialog } from "./message-dialog.tsx";

/** Opened now and then, and asks for more than the queues need. */
const ProtectionDialog = lazy(async () => ({ default: (await import("./protection-dialog.tsx")).ProtectionDialog }));

type Asking = "message" | "protection" | "lock" | "free" | "unlock" | "logout";

/** What staff can do to a member besides deciding requests. Each says what it does before it does it. */
export function MemberActions({ memId }: { memId: string }) {
  const { t } = useTranslation("admin");
  const faultText = useFaultText();
  const toast = useToast();
  const mayMessage = useRight("message");
  const mayMember = useRight("member");
  const lock = useLock();
  const logout = useForceLogout();
  const unlock = useUnlock();
  const member = useQuery(memberQuery(memId)).data;
  const mayBet = member ? !member.betLocked && member.betPermitted : true;
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => {
    lock.reset();
    logout.reset();
    unlock.reset();
    setAsking(null);
  };
  const done = (text: string) => () => {
    toast({ tone: "done", text });
    close();
  };
  const run = {
    lock: () => lock.mutate({ memId, locked: true, permitted: false }, { onSuccess: done(t("lock.done", { memId })) }),
    free: () => lock.mutate({ memId, locked: false, permitted: true }, { onSuccess: done(t("free.done", { memId })) }),
    unlock: () => unlock.mutate(memId, { onSuccess: done(t("unlock.done", { memId })) }),
    logout: () => logout.mutate(memId, { onSuccess: done(t("forceLogout.done", { memId })) }),
  };
  const error = lock.error ?? logout.error ?? unlock.error;
  const names = { lock: "lock", free: "free", unlock: "unlock", logout: "forceLogout" } as const;
  const plain = asking === "message" || asking === "protection" ? null : asking;
  const name = plain !== null ? names[plain] : null;
  return (
    <div className={classes.memberActions}>
      {mayMessage && (
        <Button variant="quiet" size="sm" icon={<Icon name="send" size={16} />} onClick={() => setAsking("message")}>
          {t("message.open")}
        </Button>
      )}
      {mayMember && (
        <>
          <Button
            variant="quiet"
            size="sm"
            icon={<Icon name="lock" size={16} />}
            onClick={() => setAsking(mayBet ? "lock" : "free")}
          >
            {mayBet ? t("lock.open") : t("free.open")}
          </Button>
          {member?.locked && (
            <Button variant="quiet" size="sm" onClick={() => setAsking("unlock")}>
              {t("unlock.open")}
            </Button>
          )}
          <Button variant="quiet" size="sm" icon={<Icon name="logout" size={16} />} onClick={() => setAsking("logout")}>
            {t("forceLogout.open")}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            icon={<Icon name="pause" size={16} />}
            aria-haspopup="dialog"
            onClick={() => setAsking("protection")}
          >
            {t("protect.open")}
          </Button>
        </>
      )}
      {asking === "message" && <MessageDialog memId={memId} onClose={close} />}
      {asking === "protection" && (
        <Suspense>
          <ProtectionDialog memId={memId} onClose={close} />
        </Suspense>
      )}
      {plain !== null && name !== null && (
        <ConfirmDialog
          title={t(`${name}.title`, { memId })}
          confirm={t(`${name}.open`)}
          tone={plain === "free" || plain === "unlock" ? "primary" : "danger"}
          busy={lock.isPending || logout.isPending || unlock.isPending}
          onConfirm={run[plain]}
          onClose={close}
        >
          <p>{t(`${name}.text`)}</p>
          {error && (
            <p role="alert" className={classes.fault}>
              {faultText(error)}
            </p>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}
