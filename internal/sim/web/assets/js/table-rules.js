// What the bets at a table pay and return, and by which rules, from the server's own description (S-57).

import { facts } from "./sheet.js";
import { amount, count, date, make, percent, t } from "./text.js";

export const units = 20;

const figure = (value, least) =>
  new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: least, maximumFractionDigits: 2 }).format(value);

/** A price as players of tables read it: 8 : 1, the stake not counted. */
export const odds = (price) => t("table.odds", { n: figure(price / units - 1, 0) });

/** A price as players of races read it: 3.45, the stake counted. */
export const decimal = (price) => figure(price / units, 2);

const texts = {
  baccarat: (game) => [t("rules.baccaratAim"), t("rules.baccaratNatural"), t("rules.baccaratPlayer"), t("rules.baccaratBanker"), t("rules.baccaratTie"),
    t("rules.baccaratShoe", { turns: count(game.turns) })],
  race: () => [t("rules.raceAim"), t("rules.racePrices"), t("rules.raceCourse")],
};

/** The name of a kind of bets. */
export const kindName = (game, kind) => t(`${game.engine === "baccarat" ? "spot" : "race"}.${kind}`);

/** The whole sheet for the limits of a currency. */
export function rules(game, limits) {
  const fixed = game.kinds.every((kind) => kind.units); // prices that differ from round to round stand beside the spots
  const rows = game.kinds.map((kind) => make("tr", {},
    make("th", { scope: "row" }, kindName(game, kind.code)),
    ...(fixed ? [make("td", { class: "n" }, odds(kind.units))] : []),
    make("td", { class: "n" }, kind.rtp === kind.rtpMax ? percent(kind.rtp) : `${percent(kind.rtp)} – ${percent(kind.rtpMax)}`),
    make("td", { class: "n" }, amount(kind.side ? limits.side : limits.most))));
  const head = ["table.bet", ...(fixed ? ["table.pays"] : []), "rules.rtp", "table.limits"].map((key, n) => make("th", { scope: "col", class: n ? "n" : "" }, t(key)));
  const all = [...texts[game.engine](game), t("rules.tableBet"), t("rules.tableBack"), t("rules.random"), t("rules.manual.table")];
  return [
    facts([t("rules.min"), amount(limits.chips[0])], [t("rules.max"), amount(limits.most)], [t("rules.date"), date(game.rules)]),
    make("div", { class: "wide" }, make("table", { class: "kinds" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))),
    make("p", { class: "quiet" }, t("rules.rtpNote")),
    make("h3", {}, t("rules.title")),
    make("ul", {}, ...all.map((text) => make("li", {}, text))),
  ];
}
