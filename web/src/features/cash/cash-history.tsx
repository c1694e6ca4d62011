import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { historyRequest } from "#shared/days.ts";
import { type HistorySearch, historySearch } from "#shared/search.ts";
import { DateRange, useDaysText } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Filters } from "#shared/ui/filters.tsx";
import { List } from "#shared/ui/list/list.tsx";
import classes from "./cash.module.css";
import { type CashType, cashListQuery } from "./cash.ts";
import { useCashColumns } from "./cash-columns.tsx";

interface CashHistoryProps {
  cashType: CashType;
  search: HistorySearch;
  onSearch(search: HistorySearch): void;
}

/** The past requests with status, dates and reason. Their days and the page are kept in the address. */
export function CashHistory({ cashType, search, onSearch }: CashHistoryProps) {
  const { t } = useTranslation(["cash", "common"]);
  const { from, to, page, size } = search;
  const days = { ...(from && { from }), ...(to && { to }) };
  const daysText = useDaysText();
  const query = useQuery(cashListQuery(cashType, historyRequest(search)));
  const columns = useCashColumns(cashType);
  const filtered = [from, to, page].some((part) => part !== undefined);
  const empty = cashType === "in" ? "history.emptyIn" : "history.emptyOut";
  return (
    <div className={classes.history}>
      <Filters chosen={[daysText(days)]}>
        <DateRange
          value={days}
          all={t("common:range.all")}
          onChange={(next) => onSearch(historySearch({ ...next, size }))}
        />
      </Filters>
      <List
        query={query}
        caption={cashType === "in" ? t("history.in") : t("history.out")}
        name={cashType === "in" ? "deposits" : "withdrawals"}
        rowKey={(row) => row.idx}
        columns={columns}
        onPage={(next) => onSearch(historySearch({ ...search, page: next }))}
        onSize={(next) => onSearch(historySearch({ from, to, size: next }))}
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
