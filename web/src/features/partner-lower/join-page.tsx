import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { ReasonDialog } from "#shared/office/reason-dialog.tsx";
import { usePartnerRight } from "#shared/partner/session.ts";
import { TrailPager } from "#shared/trail-pager.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { useTrail } from "#shared/use-trail.ts";
import { type Lower, requestsQuery, useApprove, useRefuse, wholeOf } from "./lower.ts";
import { Role } from "./status.tsx";

/** Signups below that wait; a partner with the right decides about them. */
export function JoinPage() {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const toast = useToast();
  const trail = useTrail<string>("");
  const query = useQuery(requestsQuery(trail.after));
  const first = useQuery(requestsQuery());
  const data = query.data && {
    ...query.data,
    pageInfo: wholeOf(first.data?.totals, query.data.list.length),
  };
  const may = usePartnerRight("lower.modify") && (query.data?.may ?? false);
  const [refused, setRefused] = useState<string | null>(null);
  const approve = useApprove();
  const { mutateAsync: refuse } = useRefuse();
  const letIn = (memId: string) =>
    approve.mutate(memId, { onSuccess: () => toast({ tone: "done", text: t("approved", { memId }) }) });
  const columns: Column<Lower>[] = [
    { key: "memId", head: t("account"), phone: "title", cell: (row) => row.memId, value: (row) => row.memId },
    { key: "nick", head: t("nick"), cell: (row) => row.memNick, value: (row) => row.memNick },
    { key: "name", head: t("name"), cell: (row) => row.memName, value: (row) => row.memName },
    { key: "phone", head: t("phone"), cell: (row) => row.phone, value: (row) => row.phone },
    { key: "kind", head: t("kind"), cell: (row) => <Role partner={row.partner} level={row.partnerLevel} /> },
    { key: "above", head: t("above"), cell: (row) => row.recommender, value: (row) => row.recommender },
    { key: "ip", head: t("address"), cell: (row) => row.joinIp || "–", value: (row) => row.joinIp },
    {
      key: "joined",
      head: t("asked"),
      phone: "when",
      cell: (row) => format.dateTime(row.joinedAt),
      value: (row) => row.joinedAt,
    },
    ...(may
      ? [
          {
            key: "do",
            head: <span className="visually-hidden">{t("decide")}</span>,
            phone: "state" as const,
            cell: ({ memId }: Lower) => (
              <RowActions>
                <RowButton
                  variant="primary"
                  opens={false}
                  disabled={approve.isPending}
                  label={t("approveOf", { memId })}
                  onClick={() => letIn(memId)}
                >
                  {t("approve")}
                </RowButton>
                <RowButton label={t("refuseOf", { memId })} onClick={() => setRefused(memId)}>
                  {t("refuse")}
                </RowButton>
              </RowActions>
            ),
          },
        ]
      : []),
  ];
  return (
    <ListPage title={t("joinTitle")} lead={query.data?.may === false ? t("joinStaff") : t("joinLead")}>
      <div>
        <Refusal box error={approve.error} />
        <List
          density="compact"
          query={{ data, error: query.error, isError: query.isError, refetch: query.refetch }}
          caption={t("joinTitle")}
          name="partner-join"
          rowKey={(row) => row.memId}
          columns={columns}
          empty={
            <EmptyState art="queue" title={t("joinNone")}>
              {t("joinNoneText")}
            </EmptyState>
          }
        />
        <TrailPager trail={trail} next={query.data?.next} />
      </div>
      {refused && (
        <ReasonDialog
          title={t("refuseOf", { memId: refused })}
          text={t("refuseText")}
          label={t("reason")}
          missing={t("reasonMissing")}
          confirm={t("refuse")}
          danger
          run={(reason) => refuse({ memId: refused, reason })}
          onDone={() => {
            toast({ tone: "done", text: t("refused", { memId: refused }) });
            setRefused(null);
          }}
          onClose={() => setRefused(null)}
        />
      )}
    </ListPage>
  );
}
