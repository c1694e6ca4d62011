import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { CouponGive } from "./coupon-give.tsx";
import classes from "./promo.module.css";
import { type Coupon, couponStates, couponsQuery, type Moved, useCoupon } from "./promo.ts";

interface CouponsPageProps {
  page: number;
  onPage(page: number): void;
  onBalance(moved: Moved): void;
}

const tones = { issued: "info", used: "good", expired: "calm", revoked: "bad" } as const;

/** Codes that are worth something: one is typed, or used from the list; some may be given on. */
export function CouponsPage({ page, onPage, onBalance }: CouponsPageProps) {
  const { t } = useTranslation("promo");
  const format = useFormat();
  const toast = useToast();
  const query = useQuery(couponsQuery("", page));
  const use = useCoupon();
  const [giving, setGiving] = useState<Coupon | null>(null);
  const worth = (coupon: Pick<Coupon, "unit" | "amount">) =>
    coupon.unit === "point" ? `${format.number(coupon.amount)} P` : format.money(coupon.amount);
  const spend = async (which: string, unit?: string) => {
    const answer = await use.mutateAsync(which);
    onBalance(answer);
    form.reset();
    const amount = unit === undefined ? format.number(answer.amount) : worth({ unit, amount: answer.amount });
    toast({ tone: "done", text: t("coupon.used", { amount }) });
  };
  const form = useAppForm({
    defaultValues: { code: "" },
    check: ({ code }) => ({ code: code.trim() === "" && t("coupon.missing") }),
    onSubmit: ({ code }) => spend(code.trim()),
    fieldOf: () => "code",
    words: (error) => (isCode(error, "C019") ? t("coupon.wrong") : undefined),
  });
  return (
    <Page title={t("coupon.title")} lead={t("coupon.lead")}>
      <Panel>
        <Form form={form} className={classes.line}>
          <FormField
            control={form.control}
            name="code"
            label={t("coupon.code")}
            maxLength={40}
            autoComplete="off"
            clean={(text) => text.toUpperCase()}
          />
          <Button type="submit" busy={form.busy}>
            {t("coupon.use")}
          </Button>
        </Form>
      </Panel>
      <List
        query={query}
        caption={t("coupon.title")}
        rowKey={(row) => row.idx}
        columns={[
          {
            key: "amount",
            head: t("coupon.worth"),
            phone: "amount",
            cell: (row) => <Money amount={row.amount} unit={row.unit === "point" ? "points" : "cash"} />,
          },
          { key: "code", head: t("coupon.code"), phone: "title", cell: (row) => <code>{row.code}</code> },
          {
            key: "state",
            head: t("coupon.state"),
            phone: "state",
            cell: (row) => {
              const state = couponStates.find((known) => known === row.state) ?? "expired";
              return <StatusPill tone={tones[state]}>{t(`coupon.state.${state}`)}</StatusPill>;
            },
          },
          {
            key: "rolling",
            head: t("coupon.rolling"),
            cell: (row) => t("coupon.times", { times: format.number(row.rolling / 10_000) }),
          },
          {
            key: "until",
            head: t("coupon.until"),
            phone: "when",
            align: "end",
            cell: (row) => format.dateTime(row.expiresAt),
          },
          {
            key: "do",
            head: <span className="visually-hidden">{t("coupon.do")}</span>,
            align: "end",
            cell: (row) =>
              row.state === "issued" && (
                <span className={classes.actions}>
                  <Button
                    size="sm"
                    disabled={use.isPending}
                    aria-label={t("coupon.useOf", { amount: worth(row) })}
                    onClick={() => void spend(row.code, row.unit).catch(form.refuse)}
                  >
                    {t("coupon.use")}
                  </Button>
                  {row.giftable && (
                    <Button
                      variant="quiet"
                      size="sm"
                      aria-haspopup="dialog"
                      aria-label={t("coupon.giveOf", { amount: worth(row) })}
                      onClick={() => setGiving(row)}
                    >
                      {t("coupon.give")}
                    </Button>
                  )}
                </span>
              ),
          },
        ]}
        onPage={onPage}
        height="22rem"
        empty={
          <EmptyState art="coins" title={t("coupon.empty")}>
            {t("coupon.emptyText")}
          </EmptyState>
        }
      />
      {giving && <CouponGive coupon={giving} worth={worth(giving)} onClose={() => setGiving(null)} />}
    </Page>
  );
}
