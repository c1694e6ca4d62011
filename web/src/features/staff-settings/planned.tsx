import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { SettingChanges } from "#shared/staff/settings/setting-changes.tsx";
import { useSettingText } from "#shared/staff/settings/use-setting-text.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./settings.module.css";
import { type Plan, plansQuery, useCancelPlan } from "./settings.ts";
import { useWrongText } from "./use-wrong-text.ts";

const tones = { waiting: "info", applied: "good", cancelled: "calm", failed: "bad" } as const;
const states = ["waiting", "applied", "cancelled", "failed"] as const;

/** The scheduled changes of settings: those that wait, which can be cancelled, and what became of the others. */
export function Planned({ page, onPage }: { page: number; onPage(page: number): void }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const toast = useToast();
  const query = useQuery(plansQuery(page));
  const { mutateAsync: cancel } = useCancelPlan();
  const [cancelling, setCancelling] = useState<Plan | null>(null);
  return (
    <>
      <p className={staff.dim}>{t("plan.lead", { zone: format.timeZone })}</p>
      <QueryView query={query} skeleton={<Skeleton height="20rem" radius="var(--radius-l)" />}>
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="queue" title={t("plan.none")}>
              {t("plan.noneText")}
            </EmptyState>
          ) : (
            <>
              <ol className={classes.versions}>
                {list.map((plan) => (
                  <Entry key={plan.idx} plan={plan} onCancel={() => setCancelling(plan)} />
                ))}
              </ol>
              <Pager page={pageInfo.page} pages={pageInfo.pages} onPage={onPage} />
            </>
          )
        }
      </QueryView>
      {cancelling && (
        <ReasonDialog
          title={t("plan.cancelTitle")}
          text={t("plan.cancelText")}
          confirm={t("plan.cancel")}
          words={(error) => (isCode(error, "C019") ? t("plan.stale") : undefined)}
          run={(reason) => cancel({ idx: cancelling.idx, reason })}
          onDone={() => {
            toast({ tone: "done", text: t("plan.cancelDone") });
            setCancelling(null);
          }}
          onClose={() => setCancelling(null)}
        />
      )}
    </>
  );
}

function Entry({ plan, onCancel }: { plan: Plan; onCancel(): void }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const endText = useEndText();
  const state = states.find((one) => one === plan.state) ?? "waiting";
  const time = format.dateTime(plan.at);
  const who = plan.approvedBy === "" ? plan.setBy : `${plan.setBy}, ${t("history.approved", { by: plan.approvedBy })}`;
  const end = endText(plan);
  return (
    <li className={classes.version}>
      <header>
        <h2>{t("plan.from", { time })}</h2>
        <StatusPill tone={tones[state]}>{t(`plan.state.${state}`)}</StatusPill>
        <span className={staff.dim}>
          {format.dateTime(plan.setAt)} · {who}
        </span>
        {state === "waiting" && (
          <Button
            variant="quiet"
            size="sm"
            aria-haspopup="dialog"
            aria-label={t("plan.cancelOf", { time })}
            onClick={onCancel}
          >
            {t("plan.cancel")}
          </Button>
        )}
      </header>
      {end && <p>{plan.finished ? `${end} · ${format.dateTime(plan.finished)}` : end}</p>}
      {plan.note && <p>{plan.note}</p>}
      <SettingChanges before={plan.before} after={plan.after} />
    </li>
  );
}

/** Returns the words for how a scheduled change ended; undefined while it waits. */
function useEndText(): (plan: Plan) => string | undefined {
  const { t } = useTranslation("settings");
  const text = useSettingText();
  const words = useWrongText();
  return ({ state, code, params, setBy, finishedBy, reason, version }) => {
    if (state === "cancelled") return t("plan.cancelledBy", { by: finishedBy, reason });
    if (state === "applied") return t("plan.became", { version });
    if (state !== "failed") return undefined;
    const option = text.option(params?.option ?? "");
    if (code === "C019") return t("plan.why.changed", { option });
    if (code === "U035") return t("plan.why.second");
    if (code === "U037") return t("plan.why.right", { by: setBy });
    return t("plan.why.option", { option, why: words.ofRefusal(new ApiError(code, { params: params ?? {} })) });
  };
}
