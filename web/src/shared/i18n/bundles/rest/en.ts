/** What all other pages say; `install` is what the offline page and the manifest say. */
export const texts = import.meta.glob<Record<string, string>>(
  ["../../locales/en/*.json", "!../../locales/en/{admin,common,game,install,main,office,play}.json"],
  { eager: true, import: "default" },
);
