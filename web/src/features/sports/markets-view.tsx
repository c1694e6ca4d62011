import { useAtomValue } from "jotai";
import { useTranslation } from "react-i18next";
import type { Market, Match } from "#shared/sports/book.ts";
import { oddsFormAtom } from "#shared/sports/odds-form.ts";
import { selectionId, stateOf } from "#shared/sports/selection.ts";
import { useSportWords, writeLine } from "#shared/sports/words.ts";
import { OddsGrid } from "#shared/ui/bet/odds-grid.tsx";
import { questionsOf } from "./markets.ts";
import { OddsRow } from "./odds-row.tsx";
import classes from "./sports.module.css";

interface MarketsViewProps {
  match: Match;
  markets: readonly Market[];
  chosen: ReadonlySet<string>;
  /** Takes the ID of a selection. */
  onChoose(id: string): void;
}

/** Questions with lines are tables, the others rows of buttons. */
export function MarketsView({ match, markets, chosen, onChoose }: MarketsViewProps) {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  const form = useAtomValue(oddsFormAtom);
  const price = (market: Market, { key, price: odds }: Market["prices"][number]) => {
    const id = selectionId(market.id, key);
    return {
      label: words.pick(market, key, match),
      odds,
      form,
      state: stateOf(match, market, key) === "open" ? ("open" as const) : ("suspended" as const),
      chosen: chosen.has(id),
      onChoose: () => onChoose(id),
    };
  };
  return (
    <div className={classes.markets}>
      {questionsOf(markets).map(({ key, markets: lines }) => {
        const [first] = lines;
        if (!first) return null;
        const name = words.market(first);
        const lined = first.kind === "handicap" || first.kind === "total";
        return (
          <section key={key} className={classes.market}>
            <h2>{name}</h2>
            {lined ? (
              <OddsGrid
                name={name}
                corner={t("line")}
                columns={first.kind === "total" ? [t("column.over"), t("column.under")] : [match.home, match.away]}
                rows={lines.map((market) => ({
                  name: writeLine(market.line, first.kind === "handicap"),
                  prices: market.prices.map((one) => ({
                    ...price(market, one),
                    // The heads of column and row say who and how much; a handicap is another one for each side.
                    ...(first.kind === "handicap" ? { label: words.short(market, one.key, match) } : { bare: true }),
                  })),
                }))}
              />
            ) : (
              <OddsRow name={name} prices={first.prices.map((one) => ({ id: one.key, ...price(first, one) }))} />
            )}
          </section>
        );
      })}
    </div>
  );
}
