/** Returns the member IDs in a text that was typed or pasted, each once, in lower case. */
export function memberIds(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/[\s,;]+/))].filter((id) => id !== "");
}
