import { atom, useAtomValue } from "jotai";
import { store } from "../store.ts";

/** The two shells of the member site (D-59). */
export type Layout = "desktop" | "mobile";

const KEY = "layout";

/** The shell that this device gets without having chosen: a phone names itself, or is small and has no pointer. */
export function deviceLayout(): Layout {
  return /Android|iPhone|iPad|iPod|Mobi/i.test(navigator.userAgent) ||
    matchMedia("(pointer: coarse) and (max-width: 900px)").matches
    ? "mobile"
    : "desktop";
}

function remembered(): Layout {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "desktop" || kept === "mobile" ? kept : deviceLayout();
  } catch {
    return deviceLayout(); // the browser keeps nothing
  }
}

/** The choice of this visit; null before it. */
const chosenAtom = atom<Layout | null>(null);

/** Marks the page with its layout, for the styles that differ. */
export function applyLayout(layout: Layout = remembered()): void {
  document.documentElement.dataset.layout = layout;
}

/** The layout; setting it is the switch by hand, which this device remembers. */
export const layoutAtom = atom(
  (get) => get(chosenAtom) ?? remembered(),
  (_, set, layout: Layout) => {
    set(chosenAtom, layout);
    applyLayout(layout);
    try {
      localStorage.setItem(KEY, layout);
    } catch {
      // it holds until the page is left
    }
  },
);

export const useLayout = () => useAtomValue(layoutAtom);

/** The layout of this moment, for what is not drawn: launches of games ask for their mobile side. */
export const currentLayout = (): Layout => store.get(layoutAtom);
