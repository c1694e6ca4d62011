import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useTrail } from "#shared/use-trail.ts";
import { useMemberColumns } from "./member-columns.tsx";
import { useStale } from "./offer-switch.tsx";
import { useDecideWin } from "./offers.ts";
import { type Cursors, type HeldWin, winsQuery } from "./open.ts";
import { Paged } from "./paged.tsx";
import { useMoneyIn } from "./use-money-in.ts";

const reasons = ["win", "free", "day", "size"] as const;

/** A held win about which a second person is about to be asked. */
interface Asked {
  win: HeldWin;
  pay: boolean;
}

/** The wins of a provider that wait for two persons: one asks to pay or to refuse, another one approves it. */
export function HeldWins({ vendor }: { vendor: string }) {
  const { t } = useTranslation("offer");
  const { t: admin } = useTranslation("admin");
  const format = useFormat();
  const money = useMoneyIn();
  const may = useRight("cash");
  const [asked, setAsked] = useState<Asked | null>(null);
  const trail = useTrail<Cursors["wins"]>(vendor);
  const columns: Column<HeldWin>[] = [
    { key: "since", head: t("open.since"), phone: "when", cell: (row) => format.moment(row.since) },
    ...useMemberColumns(),
    { key: "game", head: t("game"), cell: (row) => row.gameName || "–" },
    {
      key: "amount",
      head: t("open.amount"),
      align: "end",
      phone: "amount",
      cell: (row) => money(row.amount, row.currency),
    },
    {
      key: "why",
      head: t("win.why"),
      cell: ({ why }) => {
        const known = reasons.find((one) => one === why);
        return known ? t(`win.why.${known}`) : why;
      },
    },
    { key: "round", head: t("open.round"), cell: (row) => <span className={staff.wrap}>{row.roundId}</span> },
    { key: "tx", head: t("open.tx"), cell: (row) => <span className={staff.wrap}>{row.txId}</span> },
  ];
  if (may) {
    columns.push({
      key: "do",
      head: admin("column.do"),
      align: "end",
      cell: (win) => (
        <RowActions>
          <RowButton
            variant="quiet"
            label={t("win.refuseOf", { memId: win.memId })}
            onClick={() => setAsked({ win, pay: false })}
          >
            {t("win.refuse")}
          </RowButton>
          <RowButton
            variant="primary"
            label={t("win.payOf", { memId: win.memId })}
            onClick={() => setAsked({ win, pay: true })}
          >
            {t("win.pay")}
          </RowButton>
        </RowActions>
      ),
    });
  }
  const query = useQuery(winsQuery(vendor, trail.after));
  return (
    <>
      <Paged kind="wins" vendor={vendor} query={query} trail={trail} columns={columns} rowKey={(row) => row.idx} />
      {asked && <Decide {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Decide({ win, pay, onClose }: Asked & { onClose(): void }) {
  const { t } = useTranslation("offer");
  const money = useMoneyIn();
  const said = useSaid();
  const stale = useStale();
  const { mutateAsync: decide } = useDecideWin();
  const about = { amount: money(win.amount, win.currency), memId: win.memId };
  return (
    <ReasonDialog
      title={t(pay ? "win.payTitle" : "win.refuseTitle", about)}
      text={t(pay ? "win.payText" : "win.refuseText", about)}
      confirm={t(pay ? "win.payAsk" : "win.refuseAsk")}
      danger={!pay}
      power="casino.win.paid"
      words={stale}
      run={(reason) => decide({ idx: win.idx, pay, reason })}
      onDone={() => {
        said("asked", "");
        onClose();
      }}
      onClose={onClose}
    />
  );
}
