import { atom, useAtom } from "jotai";
import { readStored, writeStored } from "../storage.ts";

export type Theme = "dark" | "light";

const KEY = "colour-scheme";

const remembered = (): Theme => (readStored(KEY) === "light" ? "light" : "dark");

/** The choice of this visit. */
const choiceAtom = atom<Theme>();

/** Shows the theme that this device remembers. */
export function applyTheme(theme: Theme = remembered()): void {
  document.documentElement.dataset.theme = theme;
}

const themeAtom = atom(
  (get) => get(choiceAtom) ?? remembered(),
  (_, set, theme: Theme) => {
    set(choiceAtom, theme);
    applyTheme(theme);
    writeStored(KEY, theme);
  },
);

/** Dark or light, remembered on this device. */
export const useTheme = () => useAtom(themeAtom);
