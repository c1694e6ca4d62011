import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { BreakForm } from "./break-form.tsx";
import { useLimitAmount, useLimitName } from "./limit-amount.ts";
import { LowerLimitForm } from "./lower-limit-form.tsx";
import classes from "./members.module.css";
import { breakOf, type Protection, protectionQuery } from "./protection.ts";
import { ProtectionHistory } from "./protection-history.tsx";

interface ProtectionDialogProps {
  memId: string;
  onClose(): void;
}

/** The member's limits and break, their history, and the ways in which staff can make them stricter. */
export function ProtectionDialog({ memId, onClose }: ProtectionDialogProps) {
  const { t } = useTranslation("admin");
  return (
    <Dialog wide title={t("protect.title", { memId })} onClose={onClose}>
      <ProtectionPanel memId={memId} />
    </Dialog>
  );
}

/** The same as a part of a page. */
export function ProtectionPanel({ memId }: { memId: string }) {
  const { t } = useTranslation(["admin", "protection"]);
  const mayChange = useRight("standing");
  const query = useQuery(protectionQuery(memId));
  const [doing, setDoing] = useState<"lower" | "break" | null>(null);
  return (
    <div className={staff.form}>
      <p className={staff.dim}>{t("protect.lead")}</p>
      <QueryView query={query} compact skeleton={<Skeleton height="20rem" radius="var(--radius-m)" />}>
        {(state) => (
          <div className={staff.form}>
            <State state={state} />
            <Limits state={state} />
            {mayChange && doing === null && (
              <div className={classes.memberActions}>
                <Button variant="quiet" size="sm" onClick={() => setDoing("lower")}>
                  {t("protect.lowerLimit")}
                </Button>
                <Button variant="quiet" size="sm" onClick={() => setDoing("break")}>
                  {t("protect.giveBreak")}
                </Button>
              </div>
            )}
            {doing === "lower" && <LowerLimitForm memId={memId} state={state} onDone={() => setDoing(null)} />}
            {doing === "break" && <BreakForm memId={memId} state={state} onDone={() => setDoing(null)} />}
            <h3>{t("protect.history")}</h3>
            <ProtectionHistory changes={state.changes} />
          </div>
        )}
      </QueryView>
    </div>
  );
}

function State({ state }: { state: Protection }) {
  const { t } = useTranslation(["admin", "protection"]);
  const format = useFormat();
  const [now] = useState(() => Date.now());
  const stands = breakOf(state, now);
  const texts = {
    none: t("protect.break.none"),
    over: t("protect.break.over"),
    timeout: t("protect.break.timeout", { until: "until" in stands ? format.dateTime(stands.until) : "" }),
    exclusion: t("protect.break.exclusion", { until: "until" in stands ? format.dateTime(stands.until) : "" }),
  };
  const rests = stands.kind !== "none";
  return (
    <Facts
      facts={[
        {
          name: t("protect.break"),
          value: <StatusPill tone={rests ? "busy" : "calm"}>{texts[stands.kind]}</StatusPill>,
        },
        { name: t("protect.reminder"), value: t("protection:reminder.every", { minutes: state.minutes }) },
      ]}
    />
  );
}

function Limits({ state }: { state: Protection }) {
  const { t } = useTranslation(["admin", "protection"]);
  const format = useFormat();
  const amount = useLimitAmount();
  const name = useLimitName();
  return (
    <>
      <h3>{t("protection:limits.title")}</h3>
      {state.limits.length === 0 ? (
        <p className={staff.dim}>{t("protection:limits.none")}</p>
      ) : (
        <DataTable
          caption={t("protection:limits.title")}
          rows={state.limits}
          rowKey={(row) => `${row.kind}${row.days}`}
          columns={[
            { key: "name", head: t("column.category"), cell: (row) => name(row.kind, row.days) },
            { key: "amount", head: t("column.value"), align: "end", cell: (row) => amount(row.kind, row.amount) },
            {
              key: "used",
              head: t("protect.used"),
              align: "end",
              cell: (row) => amount(row.kind, Math.max(0, row.used)),
            },
            { key: "since", head: t("switch.since"), cell: (row) => format.dateTime(row.setAt) },
            {
              key: "pending",
              head: t("protect.pending"),
              cell: (row) =>
                row.pendingFrom === null || row.pendingUntil === null
                  ? "–"
                  : t("protect.pendingText", {
                      amount:
                        row.pendingAmount === null ? t("protection:limits.none") : amount(row.kind, row.pendingAmount),
                      from: format.dateTime(row.pendingFrom),
                      until: format.dateTime(row.pendingUntil),
                    }),
            },
          ]}
        />
      )}
    </>
  );
}
