import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { type Column, DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "../shell/desk.module.css";
import { CouponDialog } from "./coupon-dialog.tsx";
import { percentText } from "./percent.ts";
import own from "./promos.module.css";
import {
  type CouponRow,
  couponDeskQuery,
  couponStates,
  type PromosSearch,
  promosSearch,
  useRevokeCoupon,
} from "./promos.ts";

interface PartProps {
  search: PromosSearch;
  onSearch(next: PromosSearch): void;
}

const tones = { issued: "info", used: "good", expired: "calm", revoked: "bad" } as const;

/** Coupons of the site: issued here, found by member, state or batch, and withdrawn as long as nobody used them. */
export function Coupons({ search, onSearch }: PartProps) {
  const { t } = useTranslation(["admin", "promo"]);
  const format = useFormat();
  const faultText = useFaultText();
  const toast = useToast();
  const { batch = 0, state = "", q = "", page = 1 } = search;
  const query = useQuery(couponDeskQuery(batch, state, q.trim().toLowerCase(), page));
  const revoke = useRevokeCoupon();
  const [issuing, setIssuing] = useState(false);
  const [revoking, setRevoking] = useState<CouponRow | null>(null);
  const put = (next: PromosSearch) => onSearch(promosSearch({ ...search, page: 1, ...next }));
  const close = () => {
    revoke.reset();
    setRevoking(null);
  };
  const columns: Column<CouponRow>[] = [
    {
      key: "code",
      head: t("promo:coupon.code"),
      phone: "title",
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
        <button
          type="button"
          className={classes.pick}
          aria-label={`${row.batch}: ${t("coupon.batchOf", { batch: row.batch })}`}
          onClick={() => put({ batch: row.batch })}
        >
          {row.batch}
        </button>
      ),
    },
    { key: "note", head: t("promos.note"), cell: (row) => <span className={own.note}>{row.note || "–"}</span> },
    {
      key: "do",
      head: t("column.do"),
      align: "end",
      cell: (row) =>
        row.state === "issued" && (
          <span className={classes.rowActions}>
            <Button
              variant="ghost"
              size="sm"
              aria-haspopup="dialog"
              aria-label={t("coupon.withdrawOf", { code: row.code })}
              onClick={() => setRevoking(row)}
            >
              {t("coupon.withdraw")}
            </Button>
          </span>
        ),
    },
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
        <SelectField
          label={t("filter.status")}
          value={state === "" ? "all" : state}
          onChange={(next) => onSearch(promosSearch({ ...search, page: 1, state: next }))}
          options={[
            { value: "all", label: t("filter.all") },
            ...couponStates.map((value) => ({ value, label: t(`promo:coupon.state.${value}`) })),
          ]}
        />
        {batch > 0 && (
          <span>
            <Button variant="quiet" size="sm" onClick={() => onSearch(promosSearch({ ...search, batch: 0, page: 1 }))}>
              {t("coupon.batchAll", { batch })}
            </Button>
          </span>
        )}
        <Button icon={<Icon name="plus" size={18} />} aria-haspopup="dialog" onClick={() => setIssuing(true)}>
          {t("coupon.issue")}
        </Button>
      </div>
      <QueryView query={query} skeleton={<Skeleton height="28rem" radius="var(--radius-m)" />}>
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="coins" title={t("coupon.none")}>
              {t("coupon.noneText")}
            </EmptyState>
          ) : (
            <div className={classes.list}>
              <DataTable
                dense
                caption={t("promo:coupon.title")}
                columns={columns}
                rows={list}
                rowKey={(row) => row.idx}
              />
              <Pager page={pageInfo.page} pages={pageInfo.pages} onPage={(next) => put({ page: next })} />
            </div>
          )
        }
      </QueryView>
      {issuing && <CouponDialog onClose={() => setIssuing(false)} onIssued={(next) => put({ batch: next })} />}
      {revoking && (
        <ConfirmDialog
          title={t("coupon.withdrawOf", { code: revoking.code })}
          confirm={t("coupon.withdraw")}
          tone="danger"
          busy={revoke.isPending}
          onConfirm={() =>
            revoke.mutate(revoking.idx, {
              onSuccess: () => {
                toast({ tone: "done", text: t("coupon.withdrawn") });
                close();
              },
            })
          }
          onClose={close}
        >
          <p>{t("coupon.withdrawText")}</p>
          {revoke.error && (
            <p role="alert" className={classes.fault}>
              {isCode(revoke.error, "C019") ? t("coupon.gone") : faultText(revoke.error)}
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
