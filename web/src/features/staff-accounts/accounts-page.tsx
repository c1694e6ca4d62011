import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useStaff } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { AccountDialogs, type Open } from "./account-dialogs.tsx";
import { type Account, accountsQuery, stateOf, useReview, useUnlock } from "./accounts.ts";

const tones = { active: "good", waiting: "busy", locked: "bad", ended: "calm" } as const;

/** The accounts of the back office: who may do what, who came when, and who looked at it last (S-76, S-79). */
export function AccountsPage() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const own = useStaff()?.admin.memId;
  const query = useQuery(accountsQuery);
  const { mutateAsync: review } = useReview();
  const { mutateAsync: unlock } = useUnlock();
  const confirm = useConfirm();
  const [open, setOpen] = useState<Open | null>(null);
  const columns: Column<Account>[] = [
    {
      key: "who",
      head: t("staff.account"),
      phone: "title",
      cell: ({ memId, name, title }) => (
        <>
          <strong>{name}</strong> <span className={staff.dim}>{[memId, title].filter(Boolean).join(" · ")}</span>
        </>
      ),
    },
    {
      key: "state",
      head: t("column.status"),
      phone: "state",
      cell: (row) => <StatusPill tone={tones[stateOf(row)]}>{t(`staff.state.${stateOf(row)}`)}</StatusPill>,
    },
    {
      key: "rights",
      head: t("staff.rights"),
      cell: (row) => (
        <span className={staff.wrap}>{row.rights.map((right) => t(`staff.short.${right}`)).join(", ") || "–"}</span>
      ),
    },
    {
      key: "last",
      head: t("staff.lastLogin"),
      phone: "when",
      cell: (row) => (row.lastLoginAt ? `${format.dateTime(row.lastLoginAt)} · ${row.lastLoginIp}` : t("staff.never")),
    },
    { key: "looks", head: t("staff.looks"), align: "end", cell: (row) => format.number(row.looks) },
    {
      key: "reviewed",
      head: t("staff.reviewed"),
      cell: (row) => (row.reviewedAt ? `${format.date(row.reviewedAt)} · ${row.reviewedBy}` : t("staff.never")),
    },
    {
      key: "do",
      head: t("column.do"),
      align: "end",
      cell: (row) => {
        if (row.memId === own) return <span className={staff.dim}>{t("staff.own")}</span>;
        const { memId } = row;
        return (
          <RowActions>
            <RowButton label={t("staff.changeOf", { memId })} onClick={() => setOpen({ what: "change", account: row })}>
              {t("staff.change")}
            </RowButton>
            <RowButton
              label={t("staff.reviewOf", { memId })}
              onClick={() =>
                confirm.ask({
                  title: t("staff.reviewTitle", { memId }),
                  text: t("staff.reviewText"),
                  confirm: t("staff.review"),
                  done: t("staff.reviewDone", { memId }),
                  run: () => review(memId),
                })
              }
            >
              {t("staff.review")}
            </RowButton>
            {stateOf(row) === "locked" && (
              <RowButton
                label={t("staff.unlockOf", { memId })}
                onClick={() =>
                  confirm.ask({
                    title: t("staff.unlockOf", { memId }),
                    text: t("staff.unlockText"),
                    confirm: t("staff.unlock"),
                    done: t("staff.unlocked", { memId }),
                    run: () => unlock(memId),
                  })
                }
              >
                {t("staff.unlock")}
              </RowButton>
            )}
            {row.active && (
              <RowButton
                label={t("staff.recoverOf", { memId })}
                onClick={() => setOpen({ what: "recover", account: row })}
              >
                {t("staff.recover")}
              </RowButton>
            )}
            <RowButton
              label={t(row.active ? "staff.endOf" : "staff.reopenOf", { memId })}
              onClick={() => setOpen({ what: "active", account: row })}
            >
              {t(row.active ? "staff.end" : "staff.reopen")}
            </RowButton>
          </RowActions>
        );
      },
    },
  ];
  return (
    <ListPage
      title={t("nav.staff")}
      lead={t("staff.lead")}
      filters={
        <ListBar
          action={
            <Button
              icon={<Icon name="plus" size={18} />}
              aria-haspopup="dialog"
              onClick={() => setOpen({ what: "add" })}
            >
              {t("staff.add")}
            </Button>
          }
        />
      }
    >
      <List query={query} caption={t("nav.staff")} rowKey={(row) => row.memId} columns={columns} height="20rem" />
      <AccountDialogs open={open} onOpen={setOpen} />
      {confirm.dialog}
    </ListPage>
  );
}
