import { atom, useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";

/** The heading of the page that is shown; empty where the site's name says enough. */
const headingAtom = atom("");

/** Names the browser's tab after a page, for as long as the page is shown. `heading` is the text of its h1. */
export function useTitle(heading: string): void {
  const setHeading = useSetAtom(headingAtom);
  useEffect(() => {
    setHeading(heading);
    return () => setHeading("");
  }, [heading, setHeading]);
}

/** Keeps the tab's title: how many things wait, the page, the site. Mounted once per app. */
export function useTabTitle(site: string, waiting: number): void {
  const heading = useAtomValue(headingAtom);
  useEffect(() => {
    const name = heading === "" ? site : `${heading} · ${site}`;
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name;
  }, [heading, site, waiting]);
}
