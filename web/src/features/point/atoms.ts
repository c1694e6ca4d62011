import { atom } from "jotai";

/** Whether the conversion popup is open: the header's panel and the points page both open it. */
export const convertOpenAtom = atom(false);
