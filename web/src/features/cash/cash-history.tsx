import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { periods } from "#shared/period.ts";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import classes from "./cash.module.css";
import { type CashType, cashListQuery } from "./cash.ts";
import { useCashColumns } from "./cash-columns.tsx";
import { type HistorySearch, historySearch, partOf } from "./period.ts";

interface CashHistoryProps {
  cashType: CashType;
  search: HistorySearch;
  onSearch(search: HistorySearch): void;
}

/** The past requests with status, dates and reason, by period and page, both of which are kept in the address. */
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
      <List
        query={query}
        caption={cashType === "in" ? t("history.in") : t("history.out")}
        rowKey={(row) => row.idx}
        columns={columns}
        onPage={(page) => onSearch(historySearch({ ...search, page }))}
        height="22rem"
        empty={
          <EmptyState art="history" title={filtered ? t("history.none") : t(empty)}>
            {filtered ? t("history.noneText") : t("history.emptyText")}
          </EmptyState>
        }
      />
    </div>
  );
}
