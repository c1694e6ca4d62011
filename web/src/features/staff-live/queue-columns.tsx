import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { languages } from "#shared/i18n/languages.ts";
import type { MemberRow } from "#shared/staff/members.ts";
import { useShown } from "#shared/staff/personal.ts";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { PHONE, useMedia } from "#shared/ui/use-media.ts";
import { ageText, warmth } from "./age.ts";
import type { Placed } from "./arrange.ts";
import type { Action, Progress } from "./decisions.ts";
import classes from "./live.module.css";
import type { CashRequest, Kind, QueueRow } from "./queues.ts";
import { RowActions } from "./row-actions.tsx";
import { RowState } from "./row-state.tsx";
import { useBreakText } from "./use-break-text.ts";

interface Context {
  now: number;
  progress: Record<string, Progress>;
  chosen: string | null;
  onChoose(row: QueueRow): void;
  onAsk(action: Action, row: QueueRow): void;
}

type QueueColumn = Column<Placed<QueueRow>>;

function ofCash(key: string, head: string, cell: (cash: CashRequest) => ReactNode): QueueColumn {
  return { key, head, cell: ({ row }) => row.kind !== "signup" && cell(row.cash) };
}

function ofMember(key: string, head: string, cell: (member: MemberRow) => ReactNode): QueueColumn {
  return { key, head, cell: ({ row }) => row.kind === "signup" && cell(row.member) };
}

/** A value of a request, masked but while it is shown. */
function Shown({ cash, field }: { cash: CashRequest; field: "accountNo" | "depositor" | "accountHolder" | "name" }) {
  return useShown("request", cash.idx).of(field, field === "name" ? cash.memName : cash[field]);
}

/** A name that is not the member's own stands out: money comes and goes under one's own name only (S-25). */
function Name({ cash, field }: { cash: CashRequest; field: "depositor" | "accountHolder" }) {
  const { t } = useTranslation("admin");
  const own = useShown("request", cash.idx).of("name", cash.memName);
  if (!cash.nameDiffers) return <Shown cash={cash} field={field} />;
  return (
    <span className={classes.other} title={t("name.differs", { name: own })}>
      <Shown cash={cash} field={field} />
      <span className="visually-hidden"> {t("name.differs", { name: own })}</span>
    </span>
  );
}

/** A value of a member who signs up, masked but while it is shown. */
function OfMember({ member, field }: { member: MemberRow; field: "name" | "phone" | "accountNo" }) {
  return useShown("member", member.memId).of(field, field === "name" ? member.memName : member[field]);
}

/** A withdrawal of a member in a break stands out: its turnover was not asked for, and bonuses were forfeited (S-32, S-42). */
function Out({ cash }: { cash: CashRequest }) {
  const { t } = useTranslation("admin");
  const text = useBreakText()(cash);
  if (!text) return <Money amount={cash.amount} />;
  return (
    <span title={text}>
      <span className={classes.other} aria-hidden>
        {t("inBreak.tag")}
      </span>
      <span className="visually-hidden">{text}</span> <Money amount={cash.amount} />
    </span>
  );
}

/** The columns of a queue: who, how much and since when, then what that kind is decided by. */
export function useQueueColumns(kind: Kind, { now, progress, chosen, onChoose, onAsk }: Context): QueueColumn[] {
  const { t } = useTranslation("admin");
  const { language } = useFormat();
  const phone = useMedia(PHONE);
  const tag = languages[language].tag;
  const who: QueueColumn[] = [
    {
      key: "member",
      phone: "title",
      head: t("column.memId"),
      // On a phone the whole row is the button.
      cell: ({ row }) =>
        phone ? (
          row.memId
        ) : (
          <button
            type="button"
            className={classes.memId}
            aria-pressed={row.key === chosen}
            onClick={(event) => {
              event.stopPropagation();
              onChoose(row);
            }}
          >
            {row.memId}
          </button>
        ),
    },
  ];
  const since: QueueColumn[] = [
    {
      key: "age",
      phone: "when",
      head: t("column.age"),
      align: "end",
      cell: ({ row, gone }) => (
        <time dateTime={row.at} className={classes.age} data-warmth={gone ? 0 : warmth(row.at, now)}>
          {ageText(row.at, now, tag)}
        </time>
      ),
    },
    {
      key: "status",
      phone: "state",
      head: t("column.status"),
      cell: (placed) => <RowState placed={placed} progress={progress[placed.row.key]} />,
    },
  ];
  const end: QueueColumn[] = [
    {
      key: "actions",
      head: <span className="visually-hidden">{t("column.actions")}</span>,
      align: "end",
      cell: (placed) => <RowActions placed={placed} progress={progress[placed.row.key]} onAsk={onAsk} />,
    },
  ];
  const amount = (cell: (cash: CashRequest) => ReactNode): QueueColumn => ({
    ...ofCash("amount", t("column.amount"), cell),
    align: "end",
    phone: "amount",
  });
  const cash: QueueColumn = {
    ...ofCash("cash", t("column.cash"), ({ memberCash }) => <Money amount={memberCash} />),
    align: "end",
  };
  const name = ofCash("name", t("column.name"), (cash) => <Shown cash={cash} field="name" />);
  // The money stands beside the member, so that both are in sight before anything is pushed aside.
  const money: Record<Kind, QueueColumn[]> = {
    signup: [{ ...ofMember("nick", t("column.nick"), (member) => member.memNick), phone: "amount" }],
    in: [amount(({ amount }) => <Money amount={amount} />), cash],
    out: [amount((request) => <Out cash={request} />), cash],
    pt: [amount(({ amount }) => <Money amount={amount} />), { ...cash, head: t("column.pt") }],
  };
  const payee = [
    name,
    ofCash("bank", t("column.bank"), (cash) => cash.bank),
    ofCash("account", t("column.account"), (cash) => <Shown cash={cash} field="accountNo" />),
    ofCash("holder", t("column.holder"), (cash) => <Name cash={cash} field="accountHolder" />),
  ];
  const rest: Record<Kind, QueueColumn[]> = {
    signup: [
      ofMember("name", t("column.name"), (member) => <OfMember member={member} field="name" />),
      ofMember("phone", t("column.phone"), (member) => <OfMember member={member} field="phone" />),
      ofMember("bank", t("column.bank"), (member) => member.bankName),
      ofMember("account", t("column.account"), (member) => <OfMember member={member} field="accountNo" />),
      ofMember("recommender", t("column.recommender"), (member) => member.recommender),
    ],
    in: [
      name,
      ofCash("depositor", t("column.depositor"), (cash) => <Name cash={cash} field="depositor" />),
      ofCash("bank", t("column.bank"), (cash) => cash.bank),
    ],
    out: payee,
    pt: payee,
  };
  return [...who, ...money[kind], ...since, ...rest[kind], ...end];
}
