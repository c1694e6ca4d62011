import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { RowButton } from "#shared/ui/list/row-actions.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { deviceName } from "#shared/user-agent.ts";
import { CodesDialog } from "./codes-dialog.tsx";
import { securityQuery, useEndSession } from "./security.ts";

type Session = Res<"/api/partner/security">["sessions"][number];

/** The names by which a person recognises a browser; the whole text of one that has none. */
function nameOf({ userAgent }: Session): string {
  const { browser, system } = deviceName(userAgent);
  return [browser, system].filter(Boolean).join(" · ") || userAgent || "–";
}

/** The own login to the partner area: its second factor, and where it is in use. */
export function SecurityPage() {
  const { t } = useTranslation("partner");
  const format = useFormat();
  const query = useQuery(securityQuery);
  const { mutateAsync: end } = useEndSession();
  const confirm = useConfirm();
  const [open, setOpen] = useState(false);
  const columns: Column<Session>[] = [
    { key: "device", head: t("security.device"), phone: "title", cell: nameOf },
    { key: "ip", head: "IP", cell: (row) => row.ip },
    { key: "seen", head: t("security.seen"), phone: "when", cell: (row) => format.dateTime(row.seenAt) },
    {
      key: "do",
      head: t("agents.do"),
      phone: "state",
      align: "end",
      cell: ({ sid, ip, current }) =>
        current ? (
          <StatusPill tone="good">{t("security.here")}</StatusPill>
        ) : (
          <RowButton
            label={t("security.endOf", { ip })}
            onClick={() =>
              confirm.ask({
                title: t("security.endOf", { ip }),
                text: t("security.endText"),
                confirm: t("security.end"),
                done: t("security.ended"),
                run: () => end(sid),
              })
            }
          >
            {t("security.end")}
          </RowButton>
        ),
    },
  ];
  return (
    <Page title={t("nav.security")} template="form">
      <QueryView query={query} skeleton={<Skeleton height="20rem" />}>
        {({ enrolledAt, recoveryCodes, sessions }) => (
          <>
            <Panel
              title={t("security.authenticator")}
              aside={
                enrolledAt && (
                  <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
                    {t("security.newCodes")}
                  </Button>
                )
              }
            >
              <Facts
                facts={[
                  { name: t("security.since"), value: enrolledAt ? format.dateTime(enrolledAt) : t("security.none") },
                  { name: t("security.codesLeft"), value: format.number(recoveryCodes) },
                ]}
              />
            </Panel>
            <Panel title={t("security.sessions")}>
              <DataTable caption={t("security.sessions")} columns={columns} rows={sessions} rowKey={(row) => row.sid} />
            </Panel>
          </>
        )}
      </QueryView>
      {open && <CodesDialog onClose={() => setOpen(false)} />}
      {confirm.dialog}
    </Page>
  );
}
