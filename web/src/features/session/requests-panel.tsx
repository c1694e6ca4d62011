import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SiteOption } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import classes from "./account.module.css";
import { RequestDialog } from "./request-dialog.tsx";
import { type DetailsKind, type DetailsRequest, requestsQuery, useWithdrawDetails } from "./requests.ts";

const kinds = ["phone", "account"] as const;
const states = ["open", "done", "refused", "withdrawn", "over"] as const;

/** The way to another phone, name or bank account: the state of the newest request of each kind, and the next one. */
export function RequestsPanel({ site, ask }: { site: SiteOption; ask: ReactNode }) {
  const { t } = useTranslation("session");
  const format = useFormat();
  const confirm = useConfirm();
  const query = useQuery(requestsQuery);
  const { mutateAsync: withdraw } = useWithdrawDetails();
  const [asking, setAsking] = useState<DetailsKind | null>(null);
  const stateText = (request: DetailsRequest | undefined) => {
    const state = states.find((one) => one === request?.state);
    if (!request || !state) return null;
    const at = format.dateTime(request.closedAt ?? request.askedAt);
    return [t(`request.state.${state}`, { at }), request.reason].filter(Boolean).join(": ");
  };
  const button = (kind: DetailsKind, request: DetailsRequest | undefined) =>
    request?.state === "open" ? (
      <Button
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        onClick={() =>
          confirm.ask({
            title: t("request.withdrawTitle"),
            text: t("request.withdrawText"),
            confirm: t("request.withdraw"),
            done: t("request.withdrawn"),
            run: () => withdraw({ idx: request.idx }),
          })
        }
      >
        {t("request.withdraw")}
      </Button>
    ) : (
      <Button
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        aria-label={t(`request.${kind}.title`)}
        onClick={() => setAsking(kind)}
      >
        {t("request.open")}
      </Button>
    );
  return (
    <Panel title={t("request.title")}>
      <p className={classes.dim}>
        {t("request.lead")} {ask}
      </p>
      <QueryView query={query} compact skeleton={<Skeleton height="7rem" />}>
        {({ list }) => (
          <ul className={classes.rows}>
            {kinds.map((kind) => {
              const request = list.find((one) => one.kind === kind);
              return (
                <li key={kind}>
                  <div>
                    <strong>{t(`request.${kind}.name`)}</strong>
                    <span className={classes.dim}>{stateText(request)}</span>
                  </div>
                  {button(kind, request)}
                </li>
              );
            })}
          </ul>
        )}
      </QueryView>
      {asking && <RequestDialog kind={asking} site={site} onClose={() => setAsking(null)} />}
      {confirm.dialog}
    </Panel>
  );
}
