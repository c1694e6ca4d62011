const MARKS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };

/** What was typed as plain text, as rich text: it reads as it was typed, its line ends included. */
export function richOf(typed: string): string {
  return typed
    .trim()
    .replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark)
    .replace(/\r?\n/g, "<br>");
}
