import { useAtom } from "jotai";
import { choiceAtom } from "../choice.ts";
import { readStored } from "../storage.ts";

export type Theme = "dark" | "light";

const KEY = "colour-scheme";

const themeOf = (stored: string | null): Theme => (stored === "light" ? "light" : "dark");

/** Shows the theme that this device remembers. */
export function applyTheme(theme: Theme = themeOf(readStored(KEY))): void {
  document.documentElement.dataset.theme = theme;
}

const themeAtom = choiceAtom(KEY, themeOf, applyTheme);

/** Dark or light, remembered on this device. */
export const useTheme = () => useAtom(themeAtom);
