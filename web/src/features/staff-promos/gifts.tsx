import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar } from "#shared/ui/list/list-page.tsx";
import { RowPick } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useSearch } from "#shared/use-search.ts";
import { GiftDialog } from "./gift-dialog.tsx";
import own from "./promos.module.css";
import { type GiftRow, giftListQuery, promosSearch } from "./promos.ts";

/** Points that were sent, by the house or by members, and what became of them. */
export function Gifts() {
  const { t } = useTranslation(["admin", "promo"]);
  const format = useFormat();
  const { search, filter, onPage } = useSearch(promosSearch);
  const { q = "", page = 1 } = search;
  const query = useQuery(giftListQuery(q.trim().toLowerCase(), page));
  const [sending, setSending] = useState(false);
  const columns: Column<GiftRow>[] = [
    {
      key: "to",
      head: t("detail.member"),
      cell: (row) => <RowPick onClick={() => filter({ q: row.memId })}>{row.memId}</RowPick>,
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
      <ListBar
        search={{ label: t("column.memId"), value: q, onChange: (next) => filter({ q: next }) }}
        action={
          <Button icon={<Icon name="gift" size={18} />} aria-haspopup="dialog" onClick={() => setSending(true)}>
            {t("gift.send")}
          </Button>
        }
      />
      <List
        density="compact"
        query={query}
        caption={t("promo:gift.title")}
        rowKey={(row) => row.idx}
        columns={columns}
        onPage={onPage}
        empty={
          <EmptyState art="coins" title={t("gift.none")}>
            {t("gift.noneText")}
          </EmptyState>
        }
      />
      {sending && <GiftDialog onClose={() => setSending(false)} />}
    </>
  );
}
