import { useQuery } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { languages } from "#shared/i18n/languages.ts";
import { MemberLink } from "#shared/staff/member-link.tsx";
import { useStaff } from "#shared/staff/session.ts";
import { Button } from "#shared/ui/button.tsx";
import type { Fact } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { DecisionCard, type DecisionCardProps } from "#shared/ui/office/decision-card.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useNow } from "#shared/use-now.ts";
import { AGE_TICK_MS, ageText, warmth } from "./age.ts";
import { type Background, BonusLines } from "./background.tsx";
import type { Action } from "./decisions.ts";
import { useLastFacts } from "./last-facts.tsx";
import classes from "./live.module.css";
import { backgroundQuery, type CashKind, type CashRequest } from "./queues.ts";
import { useSharedFacts } from "./shared-facts.tsx";
import { useCashFacts } from "./use-cash-facts.tsx";

interface CashCardProps {
  cash: CashRequest;
  /** The request cannot be decided here now: it was, or a decision is under way. */
  off: boolean;
  onAsk(action: Action): void;
}

const WARM = 3;

/** The queue of a request. */
const queueOf = ({ cashType }: CashRequest): CashKind => (cashType === "in" || cashType === "pt" ? cashType : "out");

function useMoneyFacts(): (cash: CashRequest, background: Background) => Fact[] {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const total = ({ count, amount }: { count: number; amount: number }) =>
    count === 0 ? (
      t("background.none")
    ) : (
      <>
        <Money amount={amount} /> ({format.number(count)})
      </>
    );
  return (cash, { bonuses, deposits, withdrawals, net, turnover, owed, reopened }) => [
    ...(cash.cashType === "in"
      ? [
          {
            name: t("background.bonus"),
            value: bonuses.length > 0 ? <BonusLines bonuses={bonuses} /> : t("background.noBonus"),
          },
        ]
      : []),
    {
      name: cash.cashType === "pt" ? t("column.pt") : t("column.cash"),
      value: <Money amount={cash.memberCash} />,
    },
    { name: t("background.withdrawals"), value: total(withdrawals) },
    ...(cash.cashType === "pt"
      ? []
      : [
          { name: t("background.deposits"), value: total(deposits) },
          { name: t("decide.net"), value: <Money amount={net} /> },
          { name: t("background.turnover"), value: <Money amount={turnover} /> },
        ]),
    ...(reopened > 0 ? [{ name: t("background.reopened"), value: <Money amount={reopened} tone="loss" /> }] : []),
    ...(owed > 0
      ? [
          {
            name: cash.cashType === "pt" ? t("background.owedPt") : t("background.owed"),
            value: <Money amount={owed} tone="loss" />,
          },
        ]
      : []),
  ];
}

const stops = { U042: "hold", U022: "off", C034: "debt" } as const;

/** The reason for which a payout would be refused now, as staff reads it. */
const stopOf = (code: string) => (Object.hasOwn(stops, code) ? stops[code as keyof typeof stops] : "status");

/** The warnings to read first. */
function useFlags(): (cash: CashRequest, background: Background) => NonNullable<DecisionCardProps["flags"]> {
  const { t } = useTranslation("admin");
  const own = useStaff()?.admin.memId;
  return (cash, { first, handledBy, askedBy, shared, payoutRefusal }) => [
    ...(payoutRefusal !== "" ? [{ tone: "bad" as const, text: t(`decide.stopped.${stopOf(payoutRefusal)}`) }] : []),
    ...(handledBy !== "" && handledBy !== own
      ? [{ tone: "busy" as const, text: t("decide.handled", { name: handledBy }) }]
      : []),
    ...(askedBy !== "" ? [{ tone: "busy" as const, text: t("decide.asked", { name: askedBy }) }] : []),
    ...(first ? [{ tone: "info" as const, text: t(`decide.first.${queueOf(cash)}`) }] : []),
    ...(shared.some(({ account }) => account) ? [{ tone: "bad" as const, text: t("decide.account") }] : []),
    ...(shared.some(({ device }) => device) ? [{ tone: "bad" as const, text: t("decide.device") }] : []),
    ...(cash.nameDiffers ? [{ tone: "bad" as const, text: t("name.differs", { name: cash.memName }) }] : []),
  ];
}

/** A deposit or withdrawal with all that its decision needs, and the buttons. */
export function CashCard({ cash, off, onAsk }: CashCardProps) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const now = useNow(AGE_TICK_MS);
  const query = useQuery(backgroundQuery(cash.idx));
  const requestFacts = useCashFacts(cash);
  const moneyFacts = useMoneyFacts();
  const flags = useFlags();
  const sharedFacts = useSharedFacts();
  const last = useLastFacts();
  const kind = queueOf(cash);
  // The next row takes the place of a decided one: the second press of a double click must not decide that one, too.
  const hold = (event: MouseEvent) => event.detail < 2 && onAsk("hold");
  const none = (text: string): Fact[] => [{ name: text, value: null }];
  const orNone = (facts: Fact[], text: string) => (facts.length > 0 ? facts : none(text));
  const groups = (background: Background) => [
    { name: t("decide.request"), facts: requestFacts },
    { name: t("decide.money"), facts: moneyFacts(cash, background) },
    { name: t("decide.shared"), facts: orNone(sharedFacts(background), t("decide.sharedNone")) },
    { name: t("history.title"), facts: orNone(last.requests(background), t("background.none")) },
    { name: t("decide.bets"), facts: orNone(last.bets(background), t("decide.noBets")) },
  ];
  const card = (background?: Background) => (
    <DecisionCard
      title={t(`kind.${kind}`)}
      who={
        <>
          <MemberLink memId={cash.memId} /> · {cash.memNick} · Lv {cash.memLevel}
        </>
      }
      amount={cash.amount}
      approve={t(`approve.${kind}.confirm`, { amount: format.money(cash.amount) })}
      age={ageText(cash.requestedAt, now, languages[format.language].tag)}
      late={warmth(cash.requestedAt, now) >= WARM}
      flags={background ? flags(cash, background) : []}
      groups={background ? groups(background) : [{ name: t("decide.request"), facts: requestFacts }]}
      busy={off}
      pinned
      more={
        cash.status === 0 && (
          <Button variant="quiet" disabled={off} onClick={hold}>
            {t("action.hold")} <kbd className={classes.key}>H</kbd>
          </Button>
        )
      }
      {...(background?.askedBy ? { approveOff: true } : {})}
      onApprove={() => onAsk("approve")}
      onRefuse={() => onAsk("refuse")}
    />
  );
  return (
    <>
      {card(query.data)}
      {query.data === undefined && (
        <QueryView query={query} compact skeleton={<Skeleton height="24rem" radius="var(--radius-m)" />}>
          {() => null}
        </QueryView>
      )}
    </>
  );
}
