/** What moved points, as the ledger names it; what a newer server adds is called a change until it has a text. */
const texts = {
  "convert.points": "kind.convert",
} as const;

function isKnown(kind: string): kind is keyof typeof texts {
  return Object.hasOwn(texts, kind);
}

export function kindText(kind: string) {
  return isKnown(kind) ? texts[kind] : "kind.other";
}
