// Texts of the page's language and amounts in its currency.

const root = document.documentElement;
export const lang = root.dataset.lang;
const tag = root.lang;
let texts = {};

export async function loadTexts() {
  const answer = await fetch(`/assets/texts/${lang}.json`);
  if (!answer.ok) throw new Error(`texts ${answer.status}`);
  texts = await answer.json();
}

export const has = (key) => key in texts;

/** The text of a key, with {name} replaced by values. */
export function t(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Fills every element that names a text (data-t) or an accessible name (data-label). */
export function fillTexts(within) {
  for (const el of within.querySelectorAll("[data-t]")) el.textContent = t(el.dataset.t);
  for (const el of within.querySelectorAll("[data-label]")) {
    el.setAttribute("aria-label", t(el.dataset.label));
    if (el.tagName === "BUTTON") el.title = t(el.dataset.label);
  }
}

let currency = { code: "KRW", exponent: 0 };
let shape = null;

export function setCurrency(code, exponent) {
  currency = { code, exponent };
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  shape = unitBehind()
    ? new Intl.NumberFormat(tag, digits)
    : new Intl.NumberFormat(tag, { style: "currency", currency: code, currencyDisplay: "narrowSymbol", ...digits });
}

/** Koreans write the unit of won behind the figure. */
const unitBehind = () => lang === "ko" && currency.code === "KRW";

/** Minor units as the locale writes them; the decimal text keeps every digit exact. */
export function amount(minor) {
  if (minor === null || minor === undefined) return "–";
  const digits = String(Math.abs(minor)).padStart(currency.exponent + 1, "0");
  const at = digits.length - currency.exponent;
  const decimal = currency.exponent ? `${digits.slice(0, at)}.${digits.slice(at)}` : digits;
  const text = shape.format(`${minor < 0 ? "-" : ""}${decimal}`);
  return unitBehind() ? `${text}원` : text;
}

/** An amount as short as it can be written, for a chip: 10,000 or 1万 as the language counts. */
export const short = (minor) => new Intl.NumberFormat(tag, {
  notation: minor >= 100000 * 10 ** currency.exponent ? "compact" : "standard", maximumFractionDigits: currency.exponent,
}).format(minor / 10 ** currency.exponent);

/** An amount for the face of a chip, in the language's own short form: 20K, 2만. */
export const tiny = (minor) => new Intl.NumberFormat(tag, { notation: "compact", maximumFractionDigits: 2 }).format(minor / 10 ** currency.exponent);

export const count = (n) => new Intl.NumberFormat(tag).format(n);

/** Basis points as a percentage. */
export const percent = (points) => `${new Intl.NumberFormat(tag, { minimumFractionDigits: 2 }).format(points / 100)}%`;

export const time = (at) => new Intl.DateTimeFormat(tag, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

export const date = (text) => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${text}T00:00:00Z`));

/** A short way of making elements. */
export function make(name, attributes = {}, ...children) {
  const el = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.append(...children);
  return el;
}
