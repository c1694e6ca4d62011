// What a game pays and by which rules, from the server's own description of it (S-57).

import { facts } from "./sheet.js";
import { amount, count, date, make, percent, t } from "./text.js";
import { waysOf } from "./ways.js";

const units = 20;

function symbolEntry(game, symbol, stake) {
  const rows = symbol.pays.map((pay, i) => {
    const next = symbol.pays[i + 1];
    const range = !next ? (game.strips.length ? count(pay.count) : `${count(pay.count)}+`)
      : next.count - pay.count > 1 ? `${count(pay.count)}–${count(next.count - 1)}` : count(pay.count);
    return make("tr", {}, make("th", { scope: "row" }, range), make("td", {}, amount(pays(game, symbol, pay) * (stake / units))));
  });
  const name = make("strong", {}, t(`symbol.${symbol.name}`));
  const text = make("div", {}, name);
  if (symbol.role) text.append(make("span", { class: "quiet" }, t(`role.${symbol.role}`)));
  if (rows.length) text.append(make("table", {}, make("tbody", {}, ...rows)));
  return make("li", {}, make("img", { src: `/assets/art/${game.code}/${symbol.name}.svg`, alt: "" }), text);
}

/** Twentieths of the stake: lines share the stake among them, scatters and groups pay by all of it. */
const pays = (game, symbol, pay) => pay.units * (game.lines.length && symbol.role !== "scatter" ? units / game.lines.length : 1);

function lineEntry(game, rows, n) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", `0 0 ${game.columns * 10} ${game.rows * 10}`);
  svg.setAttribute("aria-hidden", "true");
  for (let c = 0; c < game.columns; c++) {
    for (let r = 0; r < game.rows; r++) {
      const cell = document.createElementNS(ns, "rect");
      for (const [key, value] of Object.entries({ x: c * 10 + 1, y: r * 10 + 1, width: 8, height: 8, rx: 2 })) cell.setAttribute(key, value);
      if (rows[c] === r) cell.setAttribute("class", "on");
      svg.append(cell);
    }
  }
  const spoken = make("span", { class: "hidden" }, `: ${rows.map((r) => r + 1).join(", ")}`);
  return make("li", {}, svg, t("rules.line", { n: count(n + 1) }), spoken);
}

function holdTexts(hold, stake) {
  const all = hold.values.reduce((sum, v) => sum + v.tickets, 0);
  const values = hold.values.map((v) => `${amount(v.units * (stake / units))} (${percent(Math.round((v.tickets / all) * 10000))})`);
  return [
    t("rules.hold", { coins: count(hold.coins), respins: count(hold.respins) }),
    t("rules.holdPays", { stake: amount(stake), values: values.join(", "), odds: count(hold.odds) }),
    t("rules.holdFull", { full: amount(hold.full * (stake / units)) }),
  ];
}

function jackpotTexts({ levels }, stakes) {
  return [
    t("rules.jackpot", { stake: amount(stakes[0]) }),
    ...levels.map((level) => t("rules.jackpotLevel", {
      name: t(`jackpot.${level.code}`), rate: percent(level.rate), seed: amount(level.seed * stakes[0]), tickets: count(level.tickets),
      share: percent(level.return),
    })),
    t("rules.jackpotShare", { share: percent(levels.reduce((sum, level) => sum + level.return, 0)) }),
  ];
}

/** The picture of a kind of fish. */
export const fishPicture = (game, fish) => `/assets/art/${game.code}/${fish.name}.svg`;

function fishEntry(game, fish, stake) {
  const row = (name, value) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value));
  return make("li", {}, make("img", { src: fishPicture(game, fish), alt: "" }), make("div", {},
    make("strong", {}, t(`fish.${fish.name}`)),
    make("table", {}, make("tbody", {},
      row(t("fishing.pays"), `${amount(fish.times * stake)} (×${count(fish.times)})`),
      row(t("fishing.chance"), percent(Math.round((fish.catches / fish.shots) * 10000))),
      row(t("fishing.shots"), t("fishing.of", { n: count(fish.catches), all: count(fish.shots) }))))));
}

/** The bets of a table by kind: how many numbers one covers, what it pays and how likely it is. */
function betTable(spots) {
  const kinds = new Map(spots.map((spot) => [spot.kind, spot]));
  const order = ["straight", "split", "street", "corner", "line", "dozen", "column", "even-money"];
  const all = spots.filter((spot) => spot.kind === "straight").length;
  const head = (text) => make("th", { scope: "col" }, text);
  return make("table", { class: "bets" },
    make("thead", {}, make("tr", {}, head(t("roulette.bet")), head(t("roulette.covers")), head(t("fishing.pays")), head(t("fishing.chance")))),
    make("tbody", {}, ...order.map((kind) => {
      const { numbers, pays } = kinds.get(kind);
      return make("tr", {}, make("th", { scope: "row" }, t(`roulette.kind.${kind}`)), make("td", {}, count(numbers.length)),
        make("td", {}, `${count(pays)} : ${count(1)}`), make("td", {}, percent(Math.round((numbers.length / all) * 10000))));
    })));
}

function ruleTexts(game, stakes, stake) {
  const rules = [];
  if (game.fish) {
    rules.push(t("fishing.rule.shot"), t("fishing.rule.catch"), t("fishing.rule.same", { rtp: percent(game.rtp) }), t("fishing.rule.aim"),
      t("fishing.rule.pause", { n: count(Math.round(1000 / game.pause)) }));
  }
  if (game.spots) {
    rules.push(t("roulette.rule.chips", { min: amount(stakes[0]), max: amount(stakes.at(-1)) }), t("roulette.rule.pays"), t("roulette.rule.zero"),
      t("roulette.rule.same", { rtp: percent(game.rtp) }), t("roulette.memory"));
  }
  if (game.lines.length) rules.push(t("rules.lines", { lines: count(game.lines.length) }));
  if (game.engine === "ways") rules.push(t("rules.ways", { ways: count(waysOf(game)) }));
  if (game.symbols.some((s) => s.role === "wild")) rules.push(t(game.hold ? "rules.wildCoin" : "rules.wild"));
  if (game.engine === "ways") rules.push(t("rules.waysWild"));
  if (game.hold) rules.push(...holdTexts(game.hold, stake));
  if (game.free.length) {
    for (const free of game.free) {
      rules.push(t("rules.free", { scatters: count(free.scatters), spins: count(free.spins), times: count(free.multiplier) }));
    }
    rules.push(t("rules.freeMost", { most: count(game.free[0].most) }));
  }
  if (game.tumbles) {
    const least = game.symbols[0].pays[0].count;
    rules.push(t("rules.cluster", { least: count(least) }));
    rules.push(t("rules.tumble", { steps: game.multipliers.map((m) => `×${count(m)}`).join(", ") }));
    rules.push(t("rules.tumbles", { most: count(game.tumbles) }));
  }
  if (game.jackpot) rules.push(...jackpotTexts(game.jackpot, stakes));
  rules.push(t("rules.random"), t("rules.break"), t("rules.manual"));
  return make("ul", {}, ...rules.map((text) => make("li", {}, text)));
}

/** The whole sheet for a stake of a currency. */
export function paytable(game, stakes, stake) {
  const times = (n) => `×${new Intl.NumberFormat(document.documentElement.lang).format(n / units)}`;
  const parts = [
    facts(
      [t("rules.rtp"), percent(game.rtp)],
      // In games with a choice these depend on what is chosen; each bet states its own chance.
      ...(game.hitRate ? [[t("rules.hit"), percent(game.hitRate)]] : []), [t("rules.most"), times(game.maxWin)],
      ...(game.volatility ? [[t("rules.volatility"), t(`volatility.${game.volatility}`)]] : []),
      [t("rules.min"), amount(stakes[0])], [t("rules.max"), amount(stakes.at(-1))], [t("rules.date"), date(game.rules)],
    ),
    make("p", { class: "quiet" }, t("rules.rtpNote")),
    make("h3", {}, game.spots ? t("fishing.pays") : t("rules.pays", { stake: amount(stake) })),
    game.spots ? betTable(game.spots)
      : make("ul", { class: "pays" }, ...(game.fish?.map((fish) => fishEntry(game, fish, stake)) ?? game.symbols.map((symbol) => symbolEntry(game, symbol, stake)))),
    make("h3", {}, t("rules.title")),
    ruleTexts(game, stakes, stake),
  ];
  if (game.lines.length) {
    parts.push(make("h3", {}, t("rules.linesTitle")), make("ul", { class: "lines" }, ...game.lines.map((rows, n) => lineEntry(game, rows, n))));
  }
  return parts;
}
