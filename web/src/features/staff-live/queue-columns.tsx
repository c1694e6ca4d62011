import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { languages } from "#shared/i18n/languages.ts";
import type { MemberRow } from "#shared/staff/members.ts";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { ageText, warmth } from "./age.ts";
import type { Placed } from "./arrange.ts";
import type { Action, Progress } from "./decisions.ts";
import classes from "./live.module.css";
import type { CashRequest, Kind, QueueRow } from "./queues.ts";
import { RowActions } from "./row-actions.tsx";
import { RowState } from "./row-state.tsx";
import { sameName } from "./search.ts";
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

/** A name that is not the member's own stands out: money comes and goes under one's own name only (S-25). */
function Name({ name, own }: { name: string; own: string }) {
  const { t } = useTranslation("admin");
  if (sameName(name, own)) return name;
  return (
    <span className={classes.other} title={t("name.differs", { name: own })}>
      {name}
      <span className="visually-hidden"> {t("name.differs", { name: own })}</span>
    </span>
  );
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

/** The columns of a queue: who and since when for all, then what that kind is decided by. */
export function useQueueColumns(kind: Kind, { now, progress, chosen, onChoose, onAsk }: Context): QueueColumn[] {
  const { t } = useTranslation("admin");
  const { language } = useFormat();
  const tag = languages[language].tag;
  const who: QueueColumn[] = [
    {
      key: "member",
      head: t("column.memId"),
      cell: ({ row }) => (
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
    {
      key: "age",
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
  const amount: QueueColumn = {
    ...ofCash("amount", t("column.amount"), (cash) => <Money amount={cash.amount} />),
    align: "end",
  };
  const name = ofCash("name", t("column.name"), (cash) => cash.memName);
  const middle: Record<Kind, QueueColumn[]> = {
    signup: [
      ofMember("nick", t("column.nick"), (member) => member.memNick),
      ofMember("name", t("column.name"), (member) => member.memName),
      ofMember("phone", t("column.phone"), (member) => member.phone),
      ofMember("bank", t("column.bank"), (member) => member.bankName),
      ofMember("account", t("column.account"), (member) => member.accountNo),
      ofMember("recommender", t("column.recommender"), (member) => member.recommender),
    ],
    in: [
      amount,
      name,
      ofCash("depositor", t("column.depositor"), (cash) => <Name name={cash.depositor} own={cash.memName} />),
      ofCash("bank", t("column.bank"), (cash) => cash.bank),
      { ...ofCash("cash", t("column.cash"), (cash) => <Money amount={cash.memberCash} />), align: "end" },
    ],
    out: [
      { ...ofCash("amount", t("column.amount"), (cash) => <Out cash={cash} />), align: "end" },
      name,
      ofCash("bank", t("column.bank"), (cash) => cash.bank),
      ofCash("account", t("column.account"), (cash) => cash.accountNo),
      ofCash("holder", t("column.holder"), (cash) => <Name name={cash.accountHolder} own={cash.memName} />),
      { ...ofCash("cash", t("column.cash"), (cash) => <Money amount={cash.memberCash} />), align: "end" },
    ],
  };
  return [...who, ...middle[kind], ...end];
}
