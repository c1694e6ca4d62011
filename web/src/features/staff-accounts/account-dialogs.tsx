import { useTranslation } from "react-i18next";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { AccountDialog } from "./account-dialog.tsx";
import { type Account, type OneTime, useRecover, useSetActive } from "./accounts.ts";
import { OneTimeDialog } from "./one-time-dialog.tsx";

/** The dialog that is open, and what it is about. */
export type Open =
  | { what: "add" }
  | { what: "change" | "active" | "recover"; account: Account }
  | { what: "once"; memId: string; once: OneTime };

interface AccountDialogsProps {
  open: Open | null;
  onOpen(open: Open | null): void;
}

/** The dialogs of the accounts' page; a one-time password follows the action that made it. */
export function AccountDialogs({ open, onOpen }: AccountDialogsProps) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const { mutateAsync: setActive } = useSetActive();
  const { mutateAsync: recover } = useRecover();
  const close = () => onOpen(null);
  return (
    <>
      {(open?.what === "add" || open?.what === "change") && (
        <AccountDialog
          {...(open.what === "change" ? { account: open.account } : {})}
          onAdded={(memId, once) => onOpen({ what: "once", memId, once })}
          onClose={close}
        />
      )}
      {open?.what === "once" && <OneTimeDialog memId={open.memId} once={open.once} onClose={close} />}
      {open?.what === "recover" && (
        <ReasonDialog
          title={t("staff.recoverTitle", { memId: open.account.memId })}
          text={t("staff.recoverText")}
          confirm={t("staff.recover")}
          power="staff.change"
          danger
          run={(reason) => recover({ memId: open.account.memId, reason })}
          onDone={(once) => onOpen({ what: "once", memId: open.account.memId, once })}
          onClose={close}
        />
      )}
      {open?.what === "active" && (
        <ReasonDialog
          title={t(open.account.active ? "staff.endTitle" : "staff.reopenTitle", { memId: open.account.memId })}
          text={t(open.account.active ? "staff.endText" : "staff.reopenText")}
          confirm={t(open.account.active ? "staff.end" : "staff.reopen")}
          power="staff.change"
          danger={open.account.active}
          run={(reason) => setActive({ memId: open.account.memId, active: !open.account.active, reason })}
          onDone={() => {
            toast({
              tone: "done",
              text: t(open.account.active ? "staff.ended" : "staff.reopened", { memId: open.account.memId }),
            });
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
