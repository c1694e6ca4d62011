import type { Res } from "#shared/api/client.ts";
import type { Format } from "#shared/i18n/format.tsx";

type Figures = Pick<Res<"/api/etc/document">, "content" | "amounts" | "words">;

/** Returns a document's text with the site's current values in place of {{name}}; a name that the site does not know stays. */
export function fillFigures({ content, amounts, words }: Figures, format: Pick<Format, "money">): string {
  return content.replace(/\{\{([\w.]+)\}\}/g, (all, name: string) => {
    const amount = amounts[name];
    return amount === undefined ? (words[name] ?? all) : format.money(amount);
  });
}
