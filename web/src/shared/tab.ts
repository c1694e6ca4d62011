import { atomWithStorage, createJSONStorage } from "jotai/utils";

const storage = createJSONStorage<string | null>(() => sessionStorage);

/** A text that the tab keeps over a reload; null at first. */
export const tabAtom = (key: string) => atomWithStorage(key, null, storage, { getOnInit: true });
