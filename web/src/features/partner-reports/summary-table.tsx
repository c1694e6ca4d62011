import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import type { parts, Summary } from "./reports.ts";

type Part = (typeof parts)[number];

/** A line of the summary, whatever it is by. */
interface Line {
  key: string;
  name: string;
  played: Summary["total"];
}

/** The lines of one part of the summary. Each part adds up to the total. */
function useLines(): (data: Summary, part: Part) => Line[] {
  const { t } = useTranslation("partner-reports");
  const line = (key: string, name: string, played: Omit<Summary["total"], "day" | "cash">): Line => ({
    key,
    name,
    played: { day: "", cash: null, ...played },
  });
  return (data, part) => {
    switch (part) {
      case "product":
        return data.products.map((one) => line(one.procId, one.name || one.procId || t("summary.gone"), one));
      case "branch":
        return data.branches.map((one) => {
          if (one.kind === "members") return line("=members", t("summary.members", { count: one.members }), one);
          if (one.kind === "elsewhere") return line("=elsewhere", t("summary.elsewhere"), one);
          return line(one.memId, `${one.memId} · PTN_${one.level}`, one);
        });
      default:
        return data.days.map((one) => ({ key: one.day, name: one.day, played: one })).reverse();
    }
  };
}

/** The summary as a table, with the total in its foot. */
export function SummaryTable({ data, part }: { data: Summary; part: Part }) {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const lines = useLines();
  const money = (key: string, head: string, of: (played: Summary["total"]) => number | undefined): Column<Line> => ({
    key,
    head,
    align: "end",
    cell: ({ played }) => {
      const amount = of(played);
      return amount === undefined ? "–" : <Money amount={amount} />;
    },
    value: ({ played }) => of(played) ?? null,
    foot: <Money amount={of(data.total) ?? 0} />,
  });
  // Of a branch it is what the partner at its head earned itself: that does not add up to the own commission.
  const commission = (key: string, head: string, of: (played: Summary["total"]) => number | undefined) => ({
    ...money(key, head, of),
    ...(part === "branch" && { foot: undefined }),
  });
  const columns: Column<Line>[] = [
    {
      key: "name",
      head: t(`summary.${part}`),
      phone: "title",
      cell: (row) => row.name,
      value: (row) => row.name,
      foot: t("total"),
    },
    {
      key: "bets",
      head: t("bets"),
      align: "end",
      phone: "when",
      cell: ({ played }) => format.number(played.bets),
      value: ({ played }) => played.bets,
      foot: format.number(data.total.bets),
    },
    { ...money("stake", t("stake"), (played) => played.betAmt), phone: "amount" },
    money("payout", t("payout"), (played) => played.betWinAmt),
    { ...money("ggr", t("ggr"), (played) => played.ggr), phone: "state" },
    money("valid", t("valid"), (played) => played.valid),
    ...(data.total.commission
      ? [
          commission("rolling", t("rolling"), (played) => played.commission?.rolling),
          commission("losing", t("losing"), (played) => played.commission?.losing),
        ]
      : []),
    ...(part === "day" && data.total.cash
      ? [
          money("in", t("cash.in"), (played) => played.cash?.deposits.amount),
          money("out", t("cash.out"), (played) => played.cash?.withdrawals.amount),
        ]
      : []),
  ];
  return (
    <List
      density="compact"
      exported
      query={{ data: { list: lines(data, part) }, error: null, isError: false, refetch: async () => undefined }}
      caption={t(`summary.${part}`)}
      name={`partner-summary-${part}`}
      rowKey={(row) => row.key}
      columns={columns}
      empty={<EmptyState art="history" title={t("summary.none")} />}
    />
  );
}
