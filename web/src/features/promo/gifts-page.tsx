import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Page } from "#shared/ui/page.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useClaim } from "./gift-claim.tsx";
import { GiftSend } from "./gift-send.tsx";
import classes from "./gifts.module.css";
import { GiftsWaiting } from "./gifts-waiting.tsx";
import { type Gift, giftsQuery, type Moved } from "./promo.ts";

interface GiftsPageProps {
  page: number;
  /** The gifts that the member sent, instead of those received. */
  sent: boolean;
  /** The points that the member may send; null where the site lets members send none. */
  points: number | null;
  ways: ReactNode;
  onPart(sent: boolean): void;
  onPage(page: number): void;
  onBalance(moved: Moved): void;
}

/** Points that others gave: those that wait are taken from their cards, and the list below tells what became of all. */
export function GiftsPage({ page, sent, points, ways, onPart, onPage, onBalance }: GiftsPageProps) {
  const { t } = useTranslation("promo");
  const format = useFormat();
  const query = useQuery(giftsQuery(page, sent));
  const [sending, setSending] = useState(false);
  const other = (row: Gift) => (sent ? row.memId : row.byStaff ? t("gift.staff") : row.sender);
  const taking = useClaim(onBalance);
  const state = (row: Gift) => {
    const { state } = row;
    // The cards are of the first page.
    if (state === "sent" && !sent && page > 1)
      return (
        <Button size="sm" variant="quiet" busy={taking.busy(row)} onClick={() => taking.claim(row)}>
          {taking.label(row)}
        </Button>
      );
    if (state === "taken") return <StatusPill tone="good">{t("gift.taken")}</StatusPill>;
    if (state === "sent") return <StatusPill tone="info">{t("gift.wait")}</StatusPill>;
    return <StatusPill tone="calm">{t(sent ? "gift.returned" : "gift.expired")}</StatusPill>;
  };
  return (
    <Page
      title={t("gift.title")}
      lead={t("gift.lead")}
      template="list"
      actions={
        points !== null && (
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setSending(true)}>
            {t("gift.send")}
          </Button>
        )
      }
    >
      <GiftsWaiting ways={ways} onBalance={onBalance} />
      {taking.error && <ErrorState compact error={taking.error} />}
      <div className={classes.list}>
        {points !== null && (
          <Choice<"received" | "sent">
            label={t("gift.title")}
            value={sent ? "sent" : "received"}
            options={(["received", "sent"] as const).map((value) => ({ value, label: t(`gift.${value}`) }))}
            onChange={(value) => onPart(value === "sent")}
          />
        )}
        <List
          query={query}
          caption={t(sent ? "gift.sent" : "gift.received")}
          rowKey={(row) => row.idx}
          columns={[
            {
              key: "amount",
              head: t("gift.points"),
              phone: "amount",
              cell: (row) => <Money amount={row.pointAmt} unit="points" />,
            },
            { key: "other", head: t(sent ? "gift.to" : "gift.from"), phone: "title", cell: other },
            { key: "memo", head: t("gift.memo"), cell: (row) => row.memo || "–" },
            { key: "at", head: t("gift.at"), phone: "when", cell: (row) => format.dateTime(row.sentAt) },
            { key: "state", head: t("coupon.state"), phone: "state", cell: state },
            { key: "until", head: t("coupon.until"), align: "end", cell: (row) => format.date(row.expiresAt) },
          ]}
          onPage={onPage}
          height="22rem"
          empty={<EmptyState compact art="coins" title={t(sent ? "gift.sentEmpty" : "gift.empty")} />}
        />
      </div>
      {sending && points !== null && (
        <GiftSend points={points} onBalance={onBalance} onClose={() => setSending(false)} />
      )}
    </Page>
  );
}
