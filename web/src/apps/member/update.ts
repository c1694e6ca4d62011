import { atom } from "jotai";

/** The worker of a newer version of the site, which waits until the member asks for it. */
export const updateAtom = atom<ServiceWorker | null>(null);
