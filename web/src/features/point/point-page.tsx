import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { historyRequest } from "#shared/days.ts";
import { type HistorySearch, historySearch } from "#shared/search.ts";
import { Button } from "#shared/ui/button.tsx";
import { DateRange, useDaysText } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Filters } from "#shared/ui/filters.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import classes from "./point.module.css";
import { usePointColumns } from "./point-columns.tsx";
import { pointListQuery } from "./points.ts";

interface PointPageProps {
  points: number;
  search: HistorySearch;
  onSearch(search: HistorySearch): void;
  onConvert(): void;
}

/** The balance of points and the history of its moves. */
export function PointPage({ points, search, onSearch, onConvert }: PointPageProps) {
  const { t } = useTranslation(["point", "common"]);
  const { from, to, size } = search;
  const days = { ...(from && { from }), ...(to && { to }) };
  const daysText = useDaysText();
  const query = useQuery(pointListQuery(historyRequest(search)));
  const columns = usePointColumns();
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Panel>
        <div className={classes.balance}>
          <div>
            <p className={classes.label}>{t("convert.have")}</p>
            <LiveMoney label={t("convert.have")} amount={points} unit="points" size="xl" />
          </div>
          <Button aria-haspopup="dialog" onClick={onConvert}>
            {t("convert.open")}
          </Button>
        </div>
      </Panel>
      <section className={classes.history} aria-labelledby="point-history">
        <h2 id="point-history">{t("history.title")}</h2>
        <Filters chosen={[daysText(days)]}>
          <DateRange
            value={days}
            all={t("common:range.all")}
            onChange={(next) => onSearch(historySearch({ ...next, size }))}
          />
        </Filters>
        <List
          query={query}
          caption={t("history.title")}
          rowKey={(row) => row.idx}
          name="points"
          columns={columns}
          onPage={(next) => onSearch(historySearch({ ...search, page: next }))}
          onSize={(next) => onSearch(historySearch({ from, to, size: next }))}
          height="18rem"
          empty={
            <EmptyState art="coins" title={t("history.empty")}>
              {t("history.emptyText")}
            </EmptyState>
          }
        />
      </section>
    </Page>
  );
}
