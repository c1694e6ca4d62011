import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useClaim } from "./gift-claim.tsx";
import classes from "./gifts.module.css";
import { giftsQuery, type Moved } from "./promo.ts";

interface GiftsWaitingProps {
  /** Links to pages on which points are got. */
  ways: ReactNode;
  onBalance(moved: Moved): void;
}

/** The gifts that can be taken now, each a card with its button; without any, where points come from. */
export function GiftsWaiting({ ways, onBalance }: GiftsWaitingProps) {
  const { t } = useTranslation("promo");
  const query = useQuery(giftsQuery(1));
  const format = useFormat();
  const taking = useClaim(onBalance);
  if (query.isError && query.data === undefined) return null; // the list below says so, with its way to try again
  return (
    <QueryView query={query} skeleton={<Skeleton height="14rem" radius="var(--radius-l)" />}>
      {({ list }) => {
        const waiting = list.filter(({ state }) => state === "sent");
        return (
          <section className={classes.waiting} aria-label={t("gift.waiting")}>
            {taking.error && <ErrorState compact error={taking.error} />}
            {waiting.length === 0 ? (
              <div className={classes.none}>
                <EmptyState art="coins" title={t("gift.none")} action={<div className={classes.ways}>{ways}</div>}>
                  {t("gift.noneText")}
                </EmptyState>
              </div>
            ) : (
              <ul className={classes.cards}>
                {waiting.map((gift) => (
                  <li key={gift.idx} className={classes.card}>
                    <span className={classes.from}>{gift.byStaff ? t("gift.staff") : gift.sender}</span>
                    <Money amount={gift.pointAmt} unit="points" size="xl" />
                    {gift.memo && <p className={classes.memo}>{gift.memo}</p>}
                    <span className={classes.until}>{t("gift.until", { date: format.date(gift.expiresAt) })}</span>
                    <Button wide busy={taking.busy(gift)} onClick={() => taking.claim(gift)}>
                      {taking.label(gift)}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      }}
    </QueryView>
  );
}
