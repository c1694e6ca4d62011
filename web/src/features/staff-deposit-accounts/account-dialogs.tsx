import { useTranslation } from "react-i18next";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useSaid } from "#shared/staff/use-said.ts";
import { type DepositAccount, type Switched, useSwitchAccount } from "./accounts.ts";
import { AddDialog } from "./add-dialog.tsx";
import { UseDialog } from "./use-dialog.tsx";
import { useStale } from "./use-stale.ts";

/** The dialog that is open. */
export type Open =
  | { what: "add" }
  | { what: "off"; account: DepositAccount; last: boolean }
  | { what: "use"; account: DepositAccount; active: DepositAccount[] };

/** The dialogs in which accounts are added and switched; each says what members will see. */
export function AccountDialogs({ open, onClose }: { open: Open | null; onClose(): void }) {
  const { t } = useTranslation(["admin", "accounts"]);
  const said = useSaid();
  const stale = useStale();
  const { mutateAsync: turn } = useSwitchAccount();
  if (open === null) return null;
  if (open.what === "add") return <AddDialog onClose={onClose} />;

  const { idx, version, accountNo: number } = open.account;
  const saidOf = (done: string) => (state: Switched) => {
    said(state, done);
    onClose();
  };
  if (open.what === "use") {
    return (
      <UseDialog
        account={open.account}
        active={open.active}
        onDone={saidOf(t("accounts:done.on", { number }))}
        onClose={onClose}
      />
    );
  }
  const { last, account } = open;
  const waiting = account.open > 0 ? ` ${t("accounts:offWaiting", { count: account.open })}` : "";
  return (
    <ReasonDialog
      title={t("accounts:offTitle", { number })}
      text={t(last ? "accounts:offLast" : "accounts:offText") + waiting}
      confirm={t(last ? "accounts:stop" : "accounts:off")}
      danger
      words={stale}
      run={(reason) => turn({ idx, version, active: false, noneLeft: last, reason })}
      onDone={saidOf(t("accounts:done.off", { number }))}
      onClose={onClose}
    />
  );
}
