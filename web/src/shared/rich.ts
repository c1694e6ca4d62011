const MARKS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };

/** Returns a plain text as rich text that reads exactly as it was typed, line breaks included. */
export function richOf(typed: string): string {
  return typed
    .trim()
    .replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark)
    .replace(/\r?\n/g, "<br>");
}
