import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { TrailPager } from "#shared/trail-pager.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { FilterSelect, ListBar } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { useTrail } from "#shared/use-trail.ts";
import classes from "./commissions.module.css";
import { type Day, dayQuery, type Statement, statementsQuery, states, useDecide, usePayDay } from "./commissions.ts";
import { debtsText, useStatementColumns } from "./use-statement-columns.tsx";

/** The totals of the day, and the button that pays all statements that wait. */
function Totals({ day, onPay }: { day: Day; onPay(day: Day): void }) {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  return (
    <section aria-label={t("totals")} className={classes.job}>
      <Facts
        facts={[
          { name: t("statements"), value: format.number(day.statements) },
          { name: t("amount"), value: <Money amount={day.amount} /> },
          { name: t("paid"), value: <Money amount={day.paid} /> },
          { name: t("waiting"), value: <Money amount={day.waiting} /> },
        ]}
      />
      {day.open > 0 && (
        <div>
          <Button onClick={() => onPay(day)} aria-haspopup="dialog">
            {t("payAll", { amount: format.money(day.waiting) })}
          </Button>
        </div>
      )}
    </section>
  );
}

interface DayStatementsProps {
  day: string;
  state: (typeof states)[number] | undefined;
  onState(state: (typeof states)[number] | undefined): void;
  onBack(): void;
}

/** The statements of a settled day: head office pays one or all of those that wait, or keeps one with a reason. One that is kept can be paid later. */
export function DayStatements({ day, state, onState, onBack }: DayStatementsProps) {
  const { t } = useTranslation(["commissions"]);
  const format = useFormat();
  const toast = useToast();
  const said = useSaid();
  const confirm = useConfirm();
  const [kept, setKept] = useState<Statement | null>(null);
  const [paidLater, setPaidLater] = useState<Statement | null>(null);
  const { mutateAsync: decide } = useDecide();
  const { mutateAsync: payDay } = usePayDay();
  const trail = useTrail<string>(`${day} ${state ?? ""}`);
  const whole = useQuery(dayQuery(day));
  const query = useQuery(statementsQuery(day, state ?? "", trail.after));
  const words = (error: unknown) => (isCode(error, "C019") ? t("stale") : undefined);

  const paid = (answer: "done" | "asked", memId: string, amount: number) =>
    said(answer, t("payDone", { amount: format.money(amount), memId }));
  const pay = (row: Statement) =>
    confirm.ask({
      title: t("payTitle", { memId: row.memId }),
      text: [
        t("payText", { amount: format.money(row.amount), memId: row.memId, day }),
        ...(row.debts.length > 0 ? [t("payOwing", { debts: debtsText(row.debts, format.money) })] : []),
      ].join(" "),
      more: <WhoDecides act="commission.paid" />,
      confirm: t("pay", { amount: format.money(row.amount) }),
      run: async () =>
        paid(await decide({ memId: row.memId, day, becomes: "paid", amount: row.amount }), row.memId, row.amount),
      words,
    });
  const payAll = (of: Day) =>
    confirm.ask({
      title: t("payAllTitle", { day }),
      text: t("payAllText", { amount: format.money(of.waiting), open: format.number(of.open) }),
      more: <WhoDecides act="commission.paid" />,
      confirm: t("pay", { amount: format.money(of.waiting) }),
      run: async () => {
        const answer = await payDay(day);
        const [count, asked] = [format.number(answer.paid), format.number(answer.asked)];
        toast(
          answer.asked > 0
            ? { tone: "info", text: t("payAllAsked", { paid: count, asked }) }
            : { tone: "done", text: t("payAllDone", { paid: count }) },
        );
      },
    });
  const columns = useStatementColumns({ onPay: pay, onKeep: setKept, onPayKept: setPaidLater });
  const last = query.data?.list.at(-1)?.memId;
  return (
    <div className={classes.body}>
      <ListBar
        action={
          <Button variant="quiet" onClick={onBack}>
            {t("allDays")}
          </Button>
        }
      >
        <FilterSelect
          label={t("state")}
          value={state}
          onChange={(next) => onState(states.find((one) => one === next))}
          options={states.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </ListBar>
      <QueryView query={whole} skeleton={<Skeleton height="9rem" radius="var(--radius-m)" />} compact>
        {(of) => of && <Totals day={of} onPay={payAll} />}
      </QueryView>
      <List
        density="compact"
        query={query}
        caption={t("titleOf", { day })}
        name={`commissions-${day}`}
        rowKey={(row) => row.memId}
        columns={columns}
        empty={
          <EmptyState art="history" title={t(state ? "noneOfState" : "noneOfDay")}>
            {t(state ? "noneOfStateText" : "noneOfDayText")}
          </EmptyState>
        }
      />
      <TrailPager trail={trail} next={query.data?.more ? last : null} />
      {confirm.dialog}
      {kept && (
        <ReasonDialog
          title={t("keepTitle", { memId: kept.memId })}
          text={t("keepText", { amount: format.money(kept.amount), memId: kept.memId, day })}
          label={t("keepReason")}
          confirm={t("keep", { amount: format.money(kept.amount) })}
          danger
          words={words}
          run={(reason) => decide({ memId: kept.memId, day, becomes: "kept", amount: null, reason })}
          onDone={() => {
            toast({ tone: "done", text: t("keepDone", { amount: format.money(kept.amount), memId: kept.memId }) });
            setKept(null);
          }}
          onClose={() => setKept(null)}
        />
      )}
      {paidLater && (
        <ReasonDialog
          title={t("payKeptTitle", { memId: paidLater.memId })}
          text={[
            t("payKeptText", {
              amount: format.money(paidLater.left),
              memId: paidLater.memId,
              day,
              reason: paidLater.reason,
            }),
            ...(paidLater.debts.length > 0 ? [t("payOwing", { debts: debtsText(paidLater.debts, format.money) })] : []),
          ].join(" ")}
          label={t("keepReason")}
          power="commission.paid"
          confirm={t("pay", { amount: format.money(paidLater.left) })}
          words={words}
          run={(reason) =>
            decide({ memId: paidLater.memId, day, was: "kept", becomes: "paid", amount: paidLater.left, reason })
          }
          onDone={(answer) => {
            paid(answer, paidLater.memId, paidLater.left);
            setPaidLater(null);
          }}
          onClose={() => setPaidLater(null)}
        />
      )}
    </div>
  );
}
