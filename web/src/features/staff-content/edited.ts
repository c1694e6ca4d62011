import { richOf } from "#shared/rich.ts";

const MARK =
  /<\/?(p|br|b|strong|i|em|u|s|h[1-6]|ul|ol|li|blockquote|hr|code|pre|table|thead|tbody|tr|th|td|a|img)\b[^>]*>/i;
const SIGNS: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&#34;": '"',
  "&#39;": "'",
  "&quot;": '"',
  "&amp;": "&",
};

/** Rich text as staff edits it: plain when it has no marks but line ends, else with its marks. */
export function toEdited(html: string): string {
  const lines = html
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/p>\s*<p>/gi, "\n\n")
    .replace(/^\s*<p>|<\/p>\s*$/gi, "");
  return MARK.test(lines) ? html : lines.replace(/&(lt|gt|#34|#39|quot|amp);/g, (sign) => SIGNS[sign] ?? sign);
}

/**
 * Returns an edited text as rich text. Text without marks is escaped and reads as it was typed; the server cleans text with
 * marks.
 */
export function fromEdited(text: string): string {
  return MARK.test(text) ? text.trim() : richOf(text);
}
