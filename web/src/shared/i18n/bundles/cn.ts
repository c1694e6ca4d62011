/** The texts of the member site in one chunk. */
export const texts = import.meta.glob<Record<string, string>>(
  ["../locales/cn/*.json", "!../locales/cn/{admin,office,play}.json"],
  {
    eager: true,
    import: "default",
  },
);
