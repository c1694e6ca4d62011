import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { percentText } from "#shared/staff/percent.ts";
import { Button } from "#shared/ui/button.tsx";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { FilterSelect, ListBar } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton, RowPick } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { useSearch } from "#shared/use-search.ts";
import { CouponDialog } from "./coupon-dialog.tsx";
import own from "./promos.module.css";
import { type CouponRow, couponListQuery, couponStates, promosSearch, useRevokeCoupon } from "./promos.ts";

const tones = { issued: "info", used: "good", expired: "calm", revoked: "bad" } as const;

/** The coupons of the site: issued here, found by member, state or batch, and revocable until they are used. */
export function Coupons() {
  const { t } = useTranslation(["admin", "promo"]);
  const format = useFormat();
  const { search, filter, onPage } = useSearch(promosSearch);
  const { batch = 0, state, q = "", page = 1 } = search;
  const query = useQuery(couponListQuery(batch, state ?? "", q.trim().toLowerCase(), page));
  const { mutateAsync: revoke } = useRevokeCoupon();
  const confirm = useConfirm();
  const [issuing, setIssuing] = useState(false);
  const askToRevoke = ({ idx, code }: CouponRow) =>
    confirm.ask({
      title: t("coupon.withdrawOf", { code }),
      text: t("coupon.withdrawText"),
      confirm: t("coupon.withdraw"),
      tone: "danger",
      done: t("coupon.withdrawn"),
      run: () => revoke(idx),
      words: (error) => (isCode(error, "C019") ? t("coupon.gone") : undefined),
    });
  const columns: Column<CouponRow>[] = [
    {
      key: "code",
      head: t("promo:coupon.code"),
      cell: (row) => (
        <span className={own.code}>
          <code>{row.code}</code>
          <CopyButton compact text={row.code} label={`${t("promo:coupon.code")} ${row.code}`} />
        </span>
      ),
    },
    {
      key: "state",
      head: t("column.status"),
      cell: (row) => {
        const known = couponStates.find((one) => one === row.state) ?? "expired";
        return <StatusPill tone={tones[known]}>{t(`promo:coupon.state.${known}`)}</StatusPill>;
      },
    },
    {
      key: "worth",
      head: t("promo:coupon.worth"),
      align: "end",
      cell: (row) => <Money amount={row.amount} unit={row.unit === "point" ? "points" : "cash"} />,
    },
    { key: "member", head: t("detail.member"), cell: (row) => row.memId || t("coupon.for.open") },
    { key: "rolling", head: t("promos.turnover"), align: "end", cell: (row) => `${percentText(row.rolling)} %` },
    { key: "until", head: t("promo:coupon.until"), cell: (row) => format.dateTime(row.expiresAt) },
    { key: "by", head: t("column.by"), cell: (row) => row.issuedBy },
    {
      key: "batch",
      head: t("coupon.batch"),
      align: "end",
      cell: (row) => (
        <RowPick
          label={`${row.batch}: ${t("coupon.batchOf", { batch: row.batch })}`}
          onClick={() => filter({ batch: row.batch })}
        >
          {row.batch}
        </RowPick>
      ),
    },
    { key: "note", head: t("promos.note"), cell: (row) => <span className={own.note}>{row.note || "–"}</span> },
    {
      key: "do",
      head: t("column.do"),
      align: "end",
      cell: (row) =>
        row.state === "issued" && (
          <RowActions>
            <RowButton label={t("coupon.withdrawOf", { code: row.code })} onClick={() => askToRevoke(row)}>
              {t("coupon.withdraw")}
            </RowButton>
          </RowActions>
        ),
    },
  ];
  return (
    <>
      <ListBar
        search={{ label: t("column.memId"), value: q, onChange: (next) => filter({ q: next }) }}
        action={
          <Button icon={<Icon name="plus" size={18} />} aria-haspopup="dialog" onClick={() => setIssuing(true)}>
            {t("coupon.issue")}
          </Button>
        }
      >
        <FilterSelect
          label={t("filter.status")}
          value={state}
          onChange={(next) => filter({ state: next })}
          options={couponStates.map((value) => ({ value, label: t(`promo:coupon.state.${value}`) }))}
        />
        {batch > 0 && (
          <Button variant="quiet" size="sm" onClick={() => filter({ batch: undefined })}>
            {t("coupon.batchAll", { batch })}
          </Button>
        )}
      </ListBar>
      <List
        density="compact"
        query={query}
        caption={t("promo:coupon.title")}
        rowKey={(row) => row.idx}
        columns={columns}
        onPage={onPage}
        empty={
          <EmptyState art="coins" title={t("coupon.none")}>
            {t("coupon.noneText")}
          </EmptyState>
        }
      />
      {issuing && <CouponDialog onClose={() => setIssuing(false)} onIssued={(next) => filter({ batch: next })} />}
      {confirm.dialog}
    </>
  );
}
