import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "#shared/lazy.ts";
import { useRight } from "#shared/staff/session.ts";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import classes from "./members.module.css";
import { memberQuery, useForceLogout, useLock, useUnlock } from "./members.ts";
import { MessageDialog } from "./message-dialog.tsx";

// Opened now and then, and they ask for more than the queues need.
const ProtectionDialog = lazyPart(async () => (await import("./protection-dialog.tsx")).ProtectionDialog);

const CardDialog = lazyPart(async () => (await import("./card-dialog.tsx")).CardDialog);

const CorrectDialog = lazyPart(async () => (await import("./correct-dialog.tsx")).CorrectDialog);

type Open = "message" | "protection" | "card" | "correct";
type Action = "lock" | "free" | "unlock" | "forceLogout";

/** The actions of staff on a member, besides the decisions about requests. Each explains its effect before it is confirmed. */
export function MemberActions({ memId }: { memId: string }) {
  const { t } = useTranslation("admin");
  const mayMessage = useRight("message");
  const mayMember = useRight("member");
  const mayChange = useRight("standing");
  const mayCorrect = useRight("correct");
  const lock = useLock();
  const logout = useForceLogout();
  const unlock = useUnlock();
  const confirm = useConfirm();
  const member = useQuery(memberQuery(memId)).data;
  const mayBet = member ? !member.betLocked && member.betPermitted : true;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const calls = {
    lock: () => lock.mutateAsync({ memId, locked: true, permitted: false }),
    free: () => lock.mutateAsync({ memId, locked: false, permitted: true }),
    unlock: () => unlock.mutateAsync(memId),
    forceLogout: () => logout.mutateAsync(memId),
  };
  const ask = (action: Action) =>
    confirm.ask({
      title: t(`${action}.title`, { memId }),
      text: t(`${action}.text`),
      confirm: t(`${action}.open`),
      tone: action === "free" || action === "unlock" ? "primary" : "danger",
      done: t(`${action}.done`, { memId }),
      run: calls[action],
    });
  return (
    <div className={classes.memberActions}>
      {mayMessage && (
        <Button variant="quiet" size="sm" icon={<Icon name="send" size={16} />} onClick={() => setOpen("message")}>
          {t("message.open")}
        </Button>
      )}
      {mayMember && (
        <>
          <Button
            variant="quiet"
            size="sm"
            icon={<Icon name="user" size={16} />}
            aria-haspopup="dialog"
            onClick={() => setOpen("card")}
          >
            {t("card.open")}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            icon={<Icon name="pause" size={16} />}
            aria-haspopup="dialog"
            onClick={() => setOpen("protection")}
          >
            {t("protect.open")}
          </Button>
        </>
      )}
      {mayChange && (
        <>
          <Button
            variant="quiet"
            size="sm"
            icon={<Icon name="lock" size={16} />}
            onClick={() => ask(mayBet ? "lock" : "free")}
          >
            {mayBet ? t("lock.open") : t("free.open")}
          </Button>
          {member?.locked && (
            <Button variant="quiet" size="sm" onClick={() => ask("unlock")}>
              {t("unlock.open")}
            </Button>
          )}
          <Button variant="quiet" size="sm" icon={<Icon name="logout" size={16} />} onClick={() => ask("forceLogout")}>
            {t("forceLogout.open")}
          </Button>
        </>
      )}
      {mayCorrect && (
        <Button
          variant="quiet"
          size="sm"
          icon={<Icon name="settings" size={16} />}
          aria-haspopup="dialog"
          onClick={() => setOpen("correct")}
        >
          {t("correct.open")}
        </Button>
      )}
      {open === "message" && <MessageDialog memId={memId} onClose={close} />}
      <Suspense>
        {open === "card" && <CardDialog memId={memId} onClose={close} />}
        {open === "protection" && <ProtectionDialog memId={memId} onClose={close} />}
        {open === "correct" && <CorrectDialog memId={memId} onClose={close} />}
      </Suspense>
      {confirm.dialog}
    </div>
  );
}
