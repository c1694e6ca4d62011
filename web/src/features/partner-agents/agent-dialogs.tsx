import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/office/office.module.css";
import { ReasonDialog } from "#shared/office/reason-dialog.tsx";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { AgentDialog } from "./agent-dialog.tsx";
import { type Agent, type OneTime, useReset, useSetActive } from "./agents.ts";

/** The dialog that is open, and what it is about. */
export type Open =
  | { what: "add" }
  | { what: "change" | "active" | "reset"; account: Agent }
  | { what: "once"; agentId: string; once: OneTime };

interface AgentDialogsProps {
  open: Open | null;
  onOpen(open: Open | null): void;
}

/** The dialogs of the page; a one-time password follows the action that made it. */
export function AgentDialogs({ open, onOpen }: AgentDialogsProps) {
  const { t } = useTranslation("partner");
  const format = useFormat();
  const toast = useToast();
  const { mutateAsync: setActive } = useSetActive();
  const { mutateAsync: reset } = useReset();
  const close = () => onOpen(null);
  const reason = { label: t("agents.reason"), missing: t("agents.missing"), onClose: close };
  if (open === null) return null;
  if (open.what === "once") {
    const { agentId, once } = open;
    const password = (
      <>
        <code>{once.password}</code> <CopyButton compact text={once.password} label={t("agents.oneTime")} />
      </>
    );
    return (
      <Dialog title={t("agents.oneTimeOf", { agentId })} onClose={close}>
        <div className={classes.form}>
          <Facts
            facts={[
              { name: t("agents.id"), value: agentId },
              { name: t("agents.oneTime"), value: password },
              { name: t("agents.until"), value: format.dateTime(once.until) },
            ]}
          />
          <p className={classes.dim}>{t("agents.oneTimeText")}</p>
        </div>
      </Dialog>
    );
  }
  if (open.what === "add" || open.what === "change") {
    return (
      <AgentDialog
        {...(open.what === "change" ? { account: open.account } : {})}
        onAdded={(agentId, once) => onOpen({ what: "once", agentId, once })}
        onClose={close}
      />
    );
  }
  const { agentId, active } = open.account;
  if (open.what === "reset") {
    return (
      <ReasonDialog
        {...reason}
        title={t("agents.resetOf", { agentId })}
        text={t("agents.resetText")}
        confirm={t("agents.reset")}
        danger
        run={(why) => reset({ agentId, reason: why })}
        onDone={(once) => onOpen({ what: "once", agentId, once })}
      />
    );
  }
  return (
    <ReasonDialog
      {...reason}
      title={t(active ? "agents.endOf" : "agents.reopenOf", { agentId })}
      text={t(active ? "agents.endText" : "agents.reopenText")}
      confirm={t(active ? "agents.end" : "agents.reopen")}
      danger={active}
      run={(why) => setActive({ agentId, active: !active, reason: why })}
      onDone={() => {
        toast({ tone: "done", text: t(active ? "agents.ended" : "agents.reopened", { agentId }) });
        close();
      }}
    />
  );
}
