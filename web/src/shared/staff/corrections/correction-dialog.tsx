import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { correctionQuery, type Preview, type Target, useCorrect } from "./correction.ts";
import { Figures } from "./figures.tsx";
import { OrderForm } from "./order-form.tsx";

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

/** The words of the dialog, by what is corrected. */
function useWords(target: Target) {
  const { t } = useTranslation("corrections");
  const format = useFormat();
  if ("eventIdx" in target)
    return {
      title: t("title.match", target),
      text: t("text.match"),
      submit: ({ bets }: Preview) => t("submit", { bets: format.number(bets) }),
    };
  const amount = format.money(target.stake);
  return {
    title: t(target.undo ? "title.undoOf" : "title.betOf", { name: target.name, memId: target.memId }),
    text: t(target.undo ? "text.undo" : "text.bet"),
    submit: () => t(target.undo ? "submit.undo" : "submit.bet", { amount }),
  };
}

/** Shows what a correction of ended bets would do, and orders it. Masters may include bets that ended long ago. */
export function CorrectionDialog({ target, onClose }: { target: Target; onClose(): void }) {
  const { t } = useTranslation("corrections");
  const [aged, setAged] = useState(false);
  const mayAge = useRight("staff");
  const query = useQuery(correctionQuery(target, aged));
  const format = useFormat();
  const words = useWords(target);
  const { mutateAsync: correct } = useCorrect(target);
  return (
    <Dialog wide title={words.title} onClose={onClose}>
      <div className={staff.form}>
        <p className={staff.dim}>{words.text}</p>
        {mayAge && <Checkbox label={t("aged")} checked={aged} onChange={setAged} />}
        <QueryView query={query} compact skeleton={<Skeleton height="12rem" />}>
          {(shown) => (
            <>
              {shown.busy && <p role="status">{t("busy")}</p>}
              {shown.bets === 0 ? (
                <p>{t("nothing")}</p>
              ) : (
                <Figures
                  shown={shown}
                  bets={[{ name: t("bets"), value: format.number(shown.bets) }]}
                  rest={shown.undecided === 0 ? [] : [{ name: t("undecided"), value: format.number(shown.undecided) }]}
                />
              )}
              {shown.list.length > 0 && <Changes list={shown.list} />}
              {shown.bets > 0 && (
                <OrderForm
                  act="sports.correct"
                  hint={t("reasonHint")}
                  submit={words.submit(shown)}
                  done={t("done")}
                  disabled={shown.busy}
                  send={(reason) => correct({ shown, aged, reason })}
                  onClose={onClose}
                />
              )}
              <Orders orders={shown.orders} />
            </>
          )}
        </QueryView>
      </div>
    </Dialog>
  );
}
