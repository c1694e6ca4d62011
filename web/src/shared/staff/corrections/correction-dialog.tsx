import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { type Fact, Facts } from "#shared/ui/facts.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { correctionQuery, type Preview, type Target, useCorrect } from "./correction.ts";

const REASON_MAX = 200;
const states = ["open", "won", "lost", "drawn", "cashed", "void"] as const;

type Change = Preview["list"][number];

/** How a bet stands, in words, with what it is paid. */
function useStanding() {
  const { t } = useTranslation("corrections");
  const format = useFormat();
  return (state: string, paid: number) => {
    const known = states.find((one) => one === state);
    const words = known ? t(`state.${known}`) : state;
    return known === "open" || known === "void" ? words : `${words} · ${format.money(paid)}`;
  };
}

function Figures({ shown }: { shown: Preview }) {
  const { t } = useTranslation("corrections");
  const format = useFormat();
  const facts: Fact[] = [
    { name: t("bets"), value: format.number(shown.bets) },
    { name: t("members"), value: format.number(shown.members) },
    { name: t("gain"), value: <Money amount={shown.gain} /> },
    { name: t("loss"), value: <Money amount={shown.loss} /> },
    ...(shown.debtors === 0
      ? []
      : [
          { name: t("debt"), value: <Money amount={shown.debt} /> },
          { name: t("debtors"), value: format.number(shown.debtors) },
        ]),
    ...(shown.undecided === 0 ? [] : [{ name: t("undecided"), value: format.number(shown.undecided) }]),
  ];
  return <Facts facts={facts} />;
}

/** The bets that end otherwise, one by one. */
export function Changes({ list }: { list: Change[] }) {
  const { t } = useTranslation("corrections");
  const standing = useStanding();
  return (
    <DataTable
      caption={t("list")}
      density="compact"
      rows={list}
      rowKey={(row) => row.bet}
      columns={[
        {
          key: "member",
          head: t("column.member"),
          phone: "title",
          cell: (row) => (
            <>
              {row.memId} <span className={`${staff.dim} ${staff.below}`}>{row.bet}</span>
            </>
          ),
        },
        { key: "stake", head: t("column.stake"), align: "end", cell: (row) => <Money amount={row.stake} /> },
        { key: "was", head: t("column.was"), phone: "when", cell: (row) => standing(row.from, row.paid) },
        { key: "is", head: t("column.is"), phone: "state", cell: (row) => standing(row.to, row.pays) },
        {
          key: "change",
          head: t("column.change"),
          align: "end",
          phone: "amount",
          cell: ({ change }) => <Money amount={change} {...(change !== 0 && { tone: change > 0 ? "win" : "loss" })} />,
        },
      ]}
    />
  );
}

function Orders({ orders }: { orders: Preview["orders"] }) {
  const { t } = useTranslation("corrections");
  const format = useFormat();
  if (orders.length === 0) return null;
  const facts = orders.map(({ by, reason, at, doneAt, bets }) => ({
    name: `${format.moment(at)} · ${by}`,
    value: `${reason} (${doneAt ? t("order.done", { bets: format.number(bets), at: format.moment(doneAt) }) : t("order.open")})`,
  }));
  return (
    <section>
      <h3>{t("orders")}</h3>
      <Facts facts={facts} />
    </section>
  );
}

interface OrderFormProps {
  target: Target;
  shown: Preview;
  aged: boolean;
  onClose(): void;
}

/** Orders the correction that is shown, with a reason for the members. */
function OrderForm({ target, shown, aged, onClose }: OrderFormProps) {
  const { t } = useTranslation("corrections");
  const format = useFormat();
  const toast = useToast();
  const faultText = useFaultText();
  const { mutateAsync: correct } = useCorrect(target);
  const form = useAppForm<{ reason: string }, "done" | "asked">({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("missing") }),
    onSubmit: ({ reason }) => correct({ shown, aged, reason: reason.trim() }),
    onDone: (state) => {
      toast({ tone: state === "done" ? "done" : "info", text: t(state) });
      onClose();
    },
  });
  return (
    <Form form={form} className={staff.form}>
      <FormField
        control={form.control}
        name="reason"
        label={t("reason")}
        hint={t("reasonHint")}
        maxLength={REASON_MAX}
      />
      <Refusal box error={form.refusal} words={(error) => (isCode(error, "C019") ? t("stale") : faultText(error))} />
      <Button type="submit" variant="danger" busy={form.busy} disabled={shown.busy || shown.bets === 0}>
        {t("submit", { bets: format.number(shown.bets) })}
      </Button>
    </Form>
  );
}

/** Shows what a correction of ended bets would do, and orders it. Masters may include bets that ended long ago. */
export function CorrectionDialog({ target, onClose }: { target: Target; onClose(): void }) {
  const { t } = useTranslation("corrections");
  const [aged, setAged] = useState(false);
  const mayAge = useRight("staff");
  const query = useQuery(correctionQuery(target, aged));
  const match = "eventIdx" in target;
  const bet = !match && target.undo ? "undo" : "bet";
  return (
    <Dialog wide title={match ? t("title.match", target) : t(`title.${bet}`)} onClose={onClose}>
      <div className={staff.form}>
        <p className={staff.dim}>{t(match ? "text.match" : `text.${bet}`)}</p>
        {mayAge && <Checkbox label={t("aged")} checked={aged} onChange={setAged} />}
        <QueryView query={query} compact skeleton={<Skeleton height="12rem" />}>
          {(shown) => (
            <>
              {shown.busy && <p role="status">{t("busy")}</p>}
              {shown.bets === 0 ? <p>{t("nothing")}</p> : <Figures shown={shown} />}
              {shown.list.length > 0 && <Changes list={shown.list} />}
              {shown.bets > 0 && <OrderForm target={target} shown={shown} aged={aged} onClose={onClose} />}
              <Orders orders={shown.orders} />
            </>
          )}
        </QueryView>
      </div>
    </Dialog>
  );
}
