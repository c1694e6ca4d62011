import { isBalls, isCoins, isKeno, isLadder, type Outcome } from "./draw/outcome.ts";
import type { Market } from "./games.ts";

const places = ["first", "second", "third"];
const sum = (balls: readonly number[]) => balls.reduce((all, ball) => all + ball, 0);

/** The figure that a market of balls is about; undefined for another outcome. */
function figureOf(key: string, outcome: Outcome): number | undefined {
  if (key.startsWith("power")) return isBalls(outcome) ? outcome.power : undefined;
  return key.startsWith("sum") && (isBalls(outcome) || isKeno(outcome)) ? sum(outcome.balls) : undefined;
}

/** Which answer of a market with two answers won, for the roads; undefined for another market. The server alone decides bets. */
export function winnerOf(market: Market, outcome: Outcome): Market["selections"][number] | undefined {
  const answered = (answer: string) => market.selections.find(({ key }) => key === `${market.key}.${answer}`);
  if (isLadder(outcome)) {
    if (market.key === "start" || market.key === "end") return answered(outcome[market.key]);
    return market.key === "lines" ? answered(String(outcome.lines)) : undefined;
  }
  if (isCoins(outcome)) {
    if (market.key === "same") return answered(new Set(outcome.coins).size === 1 ? "yes" : "no");
    return answered(outcome.coins[places.indexOf(market.key)] ?? "");
  }
  const figure = figureOf(market.key, outcome);
  if (figure === undefined) return undefined;
  if (market.key.endsWith("_size")) return market.selections.find(({ from, to }) => from <= figure && figure <= to);
  return answered(figure % 2 === 0 ? "even" : "odd");
}
