import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useNow } from "#shared/use-now.ts";
import type { Send } from "./sends.ts";

const kindTexts = { pay: "kind.pay", recall: "kind.recall", payout: "kind.payout", reverse: "kind.reverse" } as const;

function kindText(kind: string) {
  return kind === "pay" || kind === "recall" || kind === "payout" ? kindTexts[kind] : kindTexts.reverse;
}

const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** The button that reverses a send, with the time that is left; nothing once that is over. */
function ReverseButton({ send, onReverse }: { send: Send; onReverse(send: Send): void }) {
  const { t } = useTranslation("partner-money");
  const left = Math.floor((Date.parse(send.reversibleUntil ?? "") - useNow(SECOND_MS)) / SECOND_MS);
  if (!(left > 0)) return "–";
  const clock = `${Math.floor(left / MINUTE_S)}:${String(left % MINUTE_S).padStart(2, "0")}`;
  return (
    <Button variant="quiet" onClick={() => onReverse(send)}>
      {t("reverse")} <small aria-hidden="true">{clock}</small>
    </Button>
  );
}

/** The columns of the list of payments; without onReverse nothing can be reversed. */
export function useSendColumns(onReverse: ((send: Send) => void) | undefined): Column<Send>[] {
  const { t } = useTranslation("partner-money");
  const format = useFormat();
  const state = (row: Send) =>
    row.reverses !== 0 ? t("reversalOf", { id: row.reverses }) : row.reversedBy !== 0 ? t("reversed") : "";
  const signed = (row: Send) => (row.gains ? -row.amount : row.amount);
  return [
    { key: "number", head: t("number"), cell: (row) => row.id, value: (row) => row.id },
    { key: "when", head: t("when"), phone: "when", cell: (row) => format.moment(row.at), value: (row) => row.at },
    { key: "kind", head: t("kind"), cell: (row) => t(kindText(row.kind)), value: (row) => t(kindText(row.kind)) },
    { key: "account", head: t("account"), phone: "title", cell: (row) => row.memId, value: (row) => row.memId },
    {
      key: "amount",
      head: t("amount"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={signed(row)} />,
      value: signed,
    },
    {
      key: "after",
      head: t("balanceAfter"),
      align: "end",
      cell: (row) => (row.pt === null ? "–" : <Money amount={row.pt} />),
      value: (row) => row.pt,
    },
    { key: "reason", head: t("reason"), cell: (row) => row.reason, value: (row) => row.reason },
    { key: "by", head: t("by"), cell: (row) => row.agent, value: (row) => row.agent },
    {
      key: "state",
      head: t("state"),
      phone: "state",
      cell: (row) =>
        onReverse && row.reversibleUntil ? <ReverseButton send={row} onReverse={onReverse} /> : state(row) || "–",
      value: state,
    },
  ];
}
