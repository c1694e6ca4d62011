/** What all other pages say; `install` is what the offline page and the manifest say. */
export const texts = import.meta.glob<Record<string, string>>(
  ["../../locales/cn/*.json", "!../../locales/cn/{admin,common,game,install,main,office,play}.json"],
  { eager: true, import: "default" },
);
