import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CashRow } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { periods } from "#shared/period.ts";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./cash.module.css";
import { type CashType, cashListQuery } from "./cash.ts";
import { useCashColumns } from "./cash-columns.tsx";
import { type HistorySearch, historySearch, partOf } from "./period.ts";

interface CashHistoryProps {
  cashType: CashType;
  search: HistorySearch;
  onSearch(search: HistorySearch): void;
}

/** What was asked before: status, dates and reason, by period and page, both kept in the address. */
export function CashHistory({ cashType, search, onSearch }: CashHistoryProps) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const [now] = useState(() => Date.now());
  const query = useQuery(cashListQuery(cashType, partOf(search, format, now)));
  const columns = useCashColumns(cashType);
  const filtered = search.period !== undefined || search.page !== undefined;
  const empty = cashType === "in" ? "history.emptyIn" : "history.emptyOut";
  return (
    <div className={classes.history}>
      <div className={classes.filter}>
        <SelectField
          label={t("history.period")}
          value={search.period ?? "all"}
          onChange={(period) => onSearch(historySearch({ period }))}
          options={periods.map((period) => ({ value: period, label: t(`period.${period}`) }))}
        />
      </div>
      <QueryView query={query} skeleton={<Skeleton height="22rem" radius="var(--radius-m)" />}>
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="history" title={filtered ? t("history.none") : t(empty)}>
              {filtered ? t("history.noneText") : t("history.emptyText")}
            </EmptyState>
          ) : (
            <>
              <DataTable<CashRow>
                caption={cashType === "in" ? t("history.in") : t("history.out")}
                columns={columns}
                rows={list}
                rowKey={(row) => row.idx}
              />
              <Pager
                page={pageInfo.page}
                pages={pageInfo.pages}
                onPage={(page) => onSearch(historySearch({ ...search, page }))}
              />
            </>
          )
        }
      </QueryView>
    </div>
  );
}
