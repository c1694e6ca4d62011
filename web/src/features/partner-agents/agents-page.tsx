import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/office/office.module.css";
import { usePartner } from "#shared/partner/session.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { AgentDialogs, type Open } from "./agent-dialogs.tsx";
import { type Agent, agentsQuery, stateOf } from "./agents.ts";

const tones = { active: "good", waiting: "busy", locked: "bad", ended: "calm" } as const;

/** The persons whom a partner lets in to its area: what each may do, and who came when. */
export function AgentsPage() {
  const { t } = useTranslation("partner");
  const format = useFormat();
  const own = usePartner()?.agent;
  const query = useQuery(agentsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const actions = (row: Agent) => {
    const { agentId } = row;
    if (agentId === own?.agentId) return <span className={classes.dim}>{t("agents.own")}</span>;
    if (!row.rights.every((right) => own?.rights.includes(right)))
      return <span className={classes.dim}>{t("agents.above")}</span>;
    const button = (what: "change" | "reset", label: string, text: string) => (
      <RowButton label={label} onClick={() => setOpen({ what, account: row })}>
        {text}
      </RowButton>
    );
    return (
      <RowActions>
        {button("change", t("agents.changeOf", { agentId }), t("agents.change"))}
        {row.active && button("reset", t("agents.resetOf", { agentId }), t("agents.reset"))}
        <RowButton
          label={t(row.active ? "agents.endOf" : "agents.reopenOf", { agentId })}
          onClick={() => setOpen({ what: "active", account: row })}
        >
          {t(row.active ? "agents.end" : "agents.reopen")}
        </RowButton>
      </RowActions>
    );
  };
  const columns: Column<Agent>[] = [
    {
      key: "who",
      head: t("agents.person"),
      phone: "title",
      cell: ({ agentId, name }) => (
        <>
          <strong>{name}</strong> <span className={classes.dim}>{agentId}</span>
        </>
      ),
    },
    {
      key: "state",
      head: t("agents.status"),
      phone: "state",
      cell: (row) => <StatusPill tone={tones[stateOf(row)]}>{t(`agents.state.${stateOf(row)}`)}</StatusPill>,
    },
    {
      key: "rights",
      head: t("agents.rights"),
      cell: (row) => row.rights.map((right) => t(`right.${right}`)).join(", ") || "–",
    },
    {
      key: "last",
      head: t("agents.lastLogin"),
      phone: "when",
      cell: (row) => (row.lastLoginAt ? `${format.dateTime(row.lastLoginAt)} · ${row.lastLoginIp}` : t("agents.never")),
    },
    { key: "do", head: t("agents.do"), align: "end", cell: actions },
  ];
  const { list = [], most = 0 } = query.data ?? {};
  const add = (
    <Button
      icon={<Icon name="plus" size={18} />}
      aria-haspopup="dialog"
      disabled={most > 0 && list.length >= most}
      onClick={() => setOpen({ what: "add" })}
    >
      {t("agents.add")}
    </Button>
  );
  return (
    <ListPage
      title={t("nav.agents")}
      lead={most > 0 ? t("agents.lead", { most: format.number(most) }) : undefined}
      filters={<ListBar action={add} />}
    >
      <List
        query={query}
        caption={t("nav.agents")}
        rowKey={(row) => row.agentId}
        columns={columns}
        empty={
          <EmptyState art="queue" title={t("agents.empty")}>
            {t("agents.emptyText")}
          </EmptyState>
        }
        height="20rem"
      />
      <AgentDialogs open={open} onOpen={setOpen} />
    </ListPage>
  );
}
