import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { type Column, DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "../shell/desk.module.css";
import { GiftDialog } from "./gift-dialog.tsx";
import own from "./promos.module.css";
import { type GiftRow, giftDeskQuery, type PromosSearch, promosSearch } from "./promos.ts";

interface PartProps {
  search: PromosSearch;
  onSearch(next: PromosSearch): void;
}

/** Points that were sent, by the house or by members, and what became of them. */
export function Gifts({ search, onSearch }: PartProps) {
  const { t } = useTranslation(["admin", "promo"]);
  const format = useFormat();
  const { q = "", page = 1 } = search;
  const query = useQuery(giftDeskQuery(q.trim().toLowerCase(), page));
  const [sending, setSending] = useState(false);
  const columns: Column<GiftRow>[] = [
    {
      key: "to",
      head: t("detail.member"),
      phone: "title",
      cell: (row) => (
        <button
          type="button"
          className={classes.pick}
          onClick={() => onSearch(promosSearch({ ...search, page: 1, q: row.memId }))}
        >
          {row.memId}
        </button>
      ),
    },
    {
      key: "points",
      head: t("promo:gift.points"),
      align: "end",
      cell: (row) => <Money amount={row.pointAmt} unit="points" />,
    },
    {
      key: "state",
      head: t("column.status"),
      cell: (row) => {
        if (row.state === "taken") return <StatusPill tone="good">{t("promo:gift.taken")}</StatusPill>;
        if (row.state === "expired") return <StatusPill tone="calm">{t("promo:gift.expired")}</StatusPill>;
        return <StatusPill tone="info">{t("gift.waits")}</StatusPill>;
      },
    },
    {
      key: "from",
      head: t("promo:gift.from"),
      cell: (row) => (row.byStaff ? t("gift.byStaff", { by: row.sender }) : row.sender),
    },
    { key: "at", head: t("promo:gift.at"), cell: (row) => format.dateTime(row.sentAt) },
    { key: "until", head: t("promo:coupon.until"), cell: (row) => format.dateTime(row.expiresAt) },
    { key: "memo", head: t("promos.note"), cell: (row) => <span className={own.note}>{row.memo || "–"}</span> },
  ];
  return (
    <>
      <div className={classes.filters}>
        <Field
          label={t("column.memId")}
          type="search"
          value={q}
          onChange={(next) => onSearch(promosSearch({ ...search, page: 1, q: next }))}
        />
        <Button icon={<Icon name="gift" size={18} />} aria-haspopup="dialog" onClick={() => setSending(true)}>
          {t("gift.send")}
        </Button>
      </div>
      <QueryView query={query} skeleton={<Skeleton height="28rem" radius="var(--radius-m)" />}>
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="coins" title={t("gift.none")}>
              {t("gift.noneText")}
            </EmptyState>
          ) : (
            <div className={classes.list}>
              <DataTable
                dense
                caption={t("promo:gift.title")}
                columns={columns}
                rows={list}
                rowKey={(row) => row.idx}
              />
              <Pager
                page={pageInfo.page}
                pages={pageInfo.pages}
                onPage={(next) => onSearch(promosSearch({ ...search, page: next }))}
              />
            </div>
          )
        }
      </QueryView>
      {sending && <GiftDialog onClose={() => setSending(false)} />}
    </>
  );
}
