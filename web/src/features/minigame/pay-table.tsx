import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { writeOdds } from "#shared/odds.ts";
import type { Market } from "./games.ts";
import classes from "./play.module.css";
import { useDrawWords } from "./words.ts";

const decimal = (price: number) => writeOdds(price, "decimal");

/** Every selection with its price, its chance and its return to players. */
export function PayTable({ game, markets }: { game: string; markets: readonly Market[] }) {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  const { marketName, selectionName } = useDrawWords();
  const rtp = (points: number) => `${format.number(points / 100)} %`;
  return (
    <details className={classes.table}>
      <summary>{t("pays.title")}</summary>
      <p className={classes.note}>{t("pays.note")}</p>
      <div className={classes.scroll}>
        <table>
          <caption className="visually-hidden">{t("pays.title")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("pays.bet")}</th>
              <th scope="col">{t("pays.price")}</th>
              <th scope="col">{t("pays.chance")}</th>
              <th scope="col">{t("pays.rtp")}</th>
            </tr>
          </thead>
          <tbody>
            {markets.flatMap((market) => [
              ...market.selections.map((one) => (
                <tr key={one.key}>
                  <th scope="row">
                    {marketName(game, market.key)}: {selectionName(one)}
                  </th>
                  <td>{decimal(one.price)}</td>
                  <td>{rtp(Math.round((one.ways / one.of) * 10_000))}</td>
                  <td>{rtp(one.rtp)}</td>
                </tr>
              )),
              ...market.spots.map((one) => (
                <tr key={`spots-${one.picks}`}>
                  <th scope="row">{t("pays.spots", { count: one.picks })}</th>
                  <td>
                    {one.pays
                      .flatMap((price, hits) =>
                        price > 0 ? [`${t("picks.hits", { count: hits })} ×${decimal(price)}`] : [],
                      )
                      .join(", ")}
                  </td>
                  <td>–</td>
                  <td>{rtp(one.rtp)}</td>
                </tr>
              )),
            ])}
          </tbody>
        </table>
      </div>
    </details>
  );
}
