import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Page } from "#shared/ui/page.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { giftsQuery, type Moved, useTakeGift } from "./promo.ts";

interface GiftsPageProps {
  page: number;
  onPage(page: number): void;
  onBalance(moved: Moved): void;
}

/** Points that were given to the member; one is taken with a press, until it runs out. */
export function GiftsPage({ page, onPage, onBalance }: GiftsPageProps) {
  const { t } = useTranslation("promo");
  const format = useFormat();
  const toast = useToast();
  const query = useQuery(giftsQuery(page));
  const take = useTakeGift();
  return (
    <Page title={t("gift.title")} lead={t("gift.lead")}>
      {take.error && <ErrorState compact error={take.error} />}
      <List
        query={query}
        caption={t("gift.title")}
        rowKey={(row) => row.idx}
        columns={[
          {
            key: "amount",
            head: t("gift.points"),
            phone: "amount",
            cell: (row) => <Money amount={row.pointAmt} unit="points" />,
          },
          {
            key: "from",
            head: t("gift.from"),
            phone: "title",
            cell: (row) => (row.byStaff ? t("gift.staff") : row.sender),
          },
          { key: "memo", head: t("gift.memo"), cell: (row) => row.memo || "–" },
          { key: "at", head: t("gift.at"), phone: "when", cell: (row) => format.dateTime(row.sentAt) },
          {
            key: "state",
            head: t("coupon.state"),
            align: "end",
            cell: (row) => {
              if (row.state === "taken") return <StatusPill tone="good">{t("gift.taken")}</StatusPill>;
              if (row.state !== "sent") return <StatusPill tone="calm">{t("gift.expired")}</StatusPill>;
              const amount = `${format.number(row.pointAmt)} P`;
              return (
                <Button
                  size="sm"
                  busy={take.isPending && take.variables === row.idx}
                  onClick={() =>
                    take.mutate(row.idx, {
                      onSuccess: (moved) => {
                        onBalance(moved);
                        toast({ tone: "done", text: t("gift.done", { amount }) });
                      },
                    })
                  }
                >
                  {t("gift.take", { amount })}
                </Button>
              );
            },
          },
          { key: "until", head: t("coupon.until"), align: "end", cell: (row) => format.date(row.expiresAt) },
        ]}
        onPage={onPage}
        height="22rem"
        empty={
          <EmptyState art="coins" title={t("gift.empty")}>
            {t("gift.emptyText")}
          </EmptyState>
        }
      />
    </Page>
  );
}
