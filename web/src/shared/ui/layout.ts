import { useAtomValue } from "jotai";
import { choiceAtom } from "../choice.ts";
import { readStored } from "../storage.ts";
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

const layoutOf = (stored: string | null): Layout =>
  stored === "desktop" || stored === "mobile" ? stored : deviceLayout();

/** Marks the page with its layout, for the styles that differ. */
export function applyLayout(layout: Layout = layoutOf(readStored(KEY))): void {
  document.documentElement.dataset.layout = layout;
}

/** The layout; setting it is the switch by hand, which this device remembers. */
export const layoutAtom = choiceAtom(KEY, layoutOf, applyLayout);

export const useLayout = () => useAtomValue(layoutAtom);

/** The layout of this moment, for what is not drawn: launches of games ask for their mobile side. */
export const currentLayout = (): Layout => store.get(layoutAtom);
