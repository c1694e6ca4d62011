import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { daysRequest } from "#shared/days.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { AsOf, Figures, FileButton } from "#shared/partner/list-parts.tsx";
import { TrailPager } from "#shared/trail-pager.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import { useRest } from "#shared/use-rest.ts";
import { useSearch } from "#shared/use-search.ts";
import { useTrail } from "#shared/use-trail.ts";
import classes from "./bets.module.css";
import {
  type BetFilter,
  betsQuery,
  betsSearch,
  type OpenFilter,
  openQuery,
  type Product,
  studiosQuery,
} from "./bets.ts";
import { useBetColumns, useOpenColumns } from "./columns.tsx";
import { BetFilters } from "./filters.tsx";
import { Receipt } from "./receipt.tsx";

interface Chosen {
  memId: string;
  betIdx: number;
}

interface EndedProps {
  product: Product;
  filter: BetFilter;
  onOpen(bet: Chosen): void;
}

/** Bets that ended, by the days of the statements, with the totals of the whole selection. */
function Ended({ product, filter, onOpen }: EndedProps) {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const trail = useTrail<string>(JSON.stringify(filter));
  const query = useQuery(betsQuery(filter, format.language, trail.after));
  const first = useQuery(betsQuery(filter, format.language)).data;
  const columns = useBetColumns(product);
  const totals = first?.totals;
  return (
    <div className={classes.list}>
      <List
        density="compact"
        exported
        query={query}
        caption={t(`bets.${product}`)}
        name={`partner-bets-${product}`}
        rowKey={(row) => row.line}
        columns={columns}
        onOpen={onOpen}
        above={({ asOf }) => (
          <>
            {totals ? (
              <Figures
                label={t("totals")}
                figures={[
                  { name: t("bets"), value: format.number(totals.bets) },
                  { name: t("stake"), value: <Money amount={totals.betAmt} /> },
                  { name: t("payout"), value: <Money amount={totals.betWinAmt} /> },
                  { name: t("valid"), value: <Money amount={totals.valid} /> },
                ]}
              />
            ) : (
              first && <p className={classes.dim}>{t("totals.none")}</p>
            )}
            <AsOf at={asOf} />
          </>
        )}
        empty={
          <EmptyState art="games" title={t("bets.none")}>
            {t("bets.noneText")}
          </EmptyState>
        }
      />
      {query.data?.searched && (
        <p role="status" className={classes.dim}>
          {t("searched", { time: format.moment(query.data.searched) })}
        </p>
      )}
      <TrailPager trail={trail} next={query.data?.next} />
    </div>
  );
}

/** Bets that have not ended, a few seconds old. */
function Open({ product, filter, onOpen }: { product: Product; filter: OpenFilter; onOpen(bet: Chosen): void }) {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const trail = useTrail<string>(JSON.stringify(filter));
  const query = useQuery(openQuery(filter, format.language, trail.after));
  const totals = useQuery(openQuery(filter, format.language)).data?.totals;
  const columns = useOpenColumns();
  return (
    <div className={classes.list}>
      <List
        density="compact"
        exported
        query={query}
        caption={t(`bets.${product}`)}
        name={`partner-open-${product}`}
        rowKey={(row) => row.betIdx}
        columns={columns}
        onOpen={onOpen}
        above={() =>
          totals && (
            <Figures
              label={t("totals")}
              figures={[
                { name: t("bets"), value: format.number(totals.bets) },
                { name: t("stake"), value: <Money amount={totals.betAmt} /> },
              ]}
            />
          )
        }
        empty={<EmptyState art="games" title={t("bets.noneOpen")} />}
      />
      <TrailPager trail={trail} next={query.data?.next} />
    </div>
  );
}

/** The bets of the downline on one product: those that ended or those that are open, each with its receipt. */
function BetsPage({ product }: { product: Product }) {
  const { t } = useTranslation("partner-reports");
  const { search, filter: onFilter } = useSearch(betsSearch);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const studios = useQuery(studiosQuery(product)).data?.products ?? [];
  const { view, from, to, studio, result, least, most } = search;
  const shared: OpenFilter = {
    product,
    procId: studio ?? "",
    memId: useRest(search.member ?? ""),
    game: useRest(search.game ?? ""),
    least: least ?? 0,
    most: most ?? 0,
  };
  const ended: BetFilter = {
    ...shared,
    result: result ?? "",
    ...daysRequest({ ...(from && { from }), ...(to && { to }) }),
  };
  return (
    <ListPage
      title={t(`bets.${product}`)}
      lead={t("bets.lead")}
      filters={
        <BetFilters
          product={product}
          search={search}
          onFilter={onFilter}
          action={
            view ? (
              <FileButton path="/api/partner/play/open/csv" body={shared} name={`open-${product}`} />
            ) : (
              <FileButton
                path="/api/partner/play/bets/csv"
                body={ended}
                name={["bets", product, from, to].filter(Boolean).join("-")}
              />
            )
          }
        />
      }
    >
      {view ? (
        <Open product={product} filter={shared} onOpen={setChosen} />
      ) : (
        <Ended product={product} filter={ended} onOpen={setChosen} />
      )}
      {chosen && (
        <Receipt
          memId={chosen.memId}
          betIdx={chosen.betIdx}
          groupOf={() => t(`product.${product}`)}
          studioOf={(procId) => studios.find((one) => one.procId === procId)?.name ?? procId}
          onClose={() => setChosen(null)}
        />
      )}
    </ListPage>
  );
}

export const BetsCasinoPage = () => <BetsPage product="casino" />;
export const BetsSlotPage = () => <BetsPage product="slot" />;
export const BetsMinigamePage = () => <BetsPage product="minigame" />;
export const BetsSportsPage = () => <BetsPage product="sports" />;
