import { atom, useAtom } from "jotai";

export type Theme = "dark" | "light";

const KEY = "colour-scheme";

function remembered(): Theme {
  try {
    return localStorage.getItem(KEY) === "light" ? "light" : "dark";
  } catch {
    return "dark"; // the browser keeps nothing
  }
}

/** The choice of this visit; null before it. */
const themeAtom = atom<Theme | null>(null);

/** Shows the theme that this device remembers. */
export function applyTheme(theme: Theme = remembered()): void {
  document.documentElement.dataset.theme = theme;
}

const chosenAtom = atom(
  (get) => get(themeAtom) ?? remembered(),
  (_, set, theme: Theme) => {
    set(themeAtom, theme);
    applyTheme(theme);
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // it holds until the page is left
    }
  },
);

/** Dark or light, remembered on this device. */
export const useTheme = () => useAtom(chosenAtom);
