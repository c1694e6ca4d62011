import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { staffPaths } from "#shared/staff/paths.ts";
import staff from "#shared/staff/staff.module.css";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useTrail } from "#shared/use-trail.ts";
import { HeldWins } from "./held-wins.tsx";
import { RoundLink, useMemberColumns } from "./member-columns.tsx";
import type { OpenKind } from "./offers.ts";
import {
  type Cursors,
  type Debt,
  debtsQuery,
  type OpenRound,
  type OpenTransfer,
  roundsQuery,
  transfersQuery,
} from "./open.ts";
import { Paged } from "./paged.tsx";
import { useMoneyIn } from "./use-money-in.ts";

function Transfers({ vendor }: { vendor: string }) {
  const { t } = useTranslation("offer");
  const format = useFormat();
  const money = useMoneyIn();
  const trail = useTrail<Cursors["transfers"]>(vendor);
  const columns: Column<OpenTransfer>[] = [
    { key: "since", head: t("open.since"), phone: "when", cell: (row) => format.moment(row.createdAt) },
    ...useMemberColumns(),
    {
      key: "direction",
      head: t("open.direction"),
      phone: "state",
      cell: (row) => t(row.direction === "in" ? "open.direction.in" : "open.direction.out"),
    },
    {
      key: "amount",
      head: t("open.amount"),
      align: "end",
      phone: "amount",
      cell: (row) => money(row.amount, row.currency),
    },
    { key: "reason", head: t("open.why"), cell: (row) => <span className={staff.wrap}>{row.reason || "–"}</span> },
    {
      key: "asked",
      head: t("open.asked"),
      cell: (row) => t("open.askedText", { count: row.asked, next: format.moment(row.askAt) }),
    },
    { key: "id", head: t("id"), cell: (row) => row.id },
  ];
  const query = useQuery(transfersQuery(vendor, trail.after));
  return (
    <Paged kind="transfers" vendor={vendor} query={query} trail={trail} columns={columns} rowKey={(row) => row.id} />
  );
}

function Rounds({ vendor }: { vendor: string }) {
  const { t } = useTranslation("offer");
  const format = useFormat();
  const money = useMoneyIn();
  const trail = useTrail<Cursors["rounds"]>(vendor);
  const columns: Column<OpenRound>[] = [
    { key: "since", head: t("open.since"), phone: "when", cell: (row) => format.moment(row.since) },
    ...useMemberColumns(),
    {
      key: "game",
      head: t("game"),
      cell: (row) => (
        <RoundLink memId={row.memId} round={row.idx}>
          {row.gameName || "–"}
        </RoundLink>
      ),
    },
    {
      key: "stake",
      head: t("open.stake"),
      align: "end",
      phone: "amount",
      cell: (row) => money(row.stake, row.currency),
    },
    { key: "round", head: t("open.round"), cell: (row) => <span className={staff.wrap}>{row.roundId}</span> },
  ];
  const query = useQuery(roundsQuery(vendor, trail.after));
  return (
    <Paged kind="rounds" vendor={vendor} query={query} trail={trail} columns={columns} rowKey={(row) => row.idx} />
  );
}

function Debts({ vendor }: { vendor: string }) {
  const { t } = useTranslation("offer");
  const format = useFormat();
  const money = useMoneyIn();
  const trail = useTrail<Cursors["debts"]>(vendor);
  const columns: Column<Debt>[] = [
    { key: "since", head: t("open.since"), phone: "when", cell: (row) => format.moment(row.at) },
    ...useMemberColumns(),
    {
      key: "game",
      head: t("game"),
      cell: (row) => (
        <RoundLink memId={row.memId} round={row.idx}>
          {row.gameName || "–"}
        </RoundLink>
      ),
    },
    {
      key: "amount",
      head: t("open.amount"),
      align: "end",
      phone: "amount",
      cell: (row) => money(row.amount, row.currency),
    },
    { key: "tx", head: t("open.tx"), cell: (row) => <span className={staff.wrap}>{row.txId}</span> },
  ];
  const query = useQuery(debtsQuery(vendor, trail.after));
  return (
    <Paged kind="debts" vendor={vendor} query={query} trail={trail} columns={columns} rowKey={(row) => row.txId} />
  );
}

const lists = { wins: HeldWins, transfers: Transfers, rounds: Rounds, debts: Debts } as const;

/** Lists in full what is open with one provider: held wins, unresolved transfers, open rounds or debts of members. */
export function OpenList({ kind, vendor }: { kind: OpenKind; vendor: string }) {
  const { t } = useTranslation("offer");
  const Rows = lists[kind];
  return (
    <ListPage
      title={t("open.title", { list: t(`open.${kind}`), name: vendor })}
      lead={
        <>
          {t(`open.${kind}Lead`)} <NavLink to={staffPaths.offer}>{t("open.back")}</NavLink>
        </>
      }
    >
      <Rows vendor={vendor} />
    </ListPage>
  );
}
