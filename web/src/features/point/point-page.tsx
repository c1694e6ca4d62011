import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { kindText } from "./kind.ts";
import classes from "./point.module.css";
import { pointListQuery } from "./points.ts";

interface PointPageProps {
  points: number;
  page: number;
  onPage(page: number): void;
  onConvert(): void;
}

/** The balance of points and the history of its moves. */
export function PointPage({ points, page, onPage, onConvert }: PointPageProps) {
  const { t } = useTranslation(["point", "common"]);
  const format = useFormat();
  const query = useQuery(pointListQuery(page));
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
        <List
          query={query}
          caption={t("history.title")}
          rowKey={(row) => row.idx}
          columns={[
            { key: "kind", head: t("column.kind"), phone: "title", cell: (row) => t(kindText(row.kind)) },
            { key: "date", head: t("column.date"), cell: (row) => format.moment(row.createdAt) },
            {
              key: "percent",
              head: t("column.percent"),
              align: "end",
              cell: (row) => (row.percent === "" ? "–" : `${format.number(Number(row.percent))}%`),
            },
            {
              key: "amount",
              head: t("column.amount"),
              align: "end",
              cell: (row) => (
                <>
                  {row.amount > 0 && "+"}
                  <Money amount={row.amount} unit="points" />
                </>
              ),
            },
            {
              key: "balance",
              head: t("column.balance"),
              align: "end",
              cell: (row) => <Money amount={row.balance} unit="points" />,
            },
          ]}
          onPage={onPage}
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
