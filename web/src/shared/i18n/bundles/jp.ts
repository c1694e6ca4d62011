/** The texts of the member site in one chunk. */
export const texts = import.meta.glob<Record<string, string>>(
  ["../locales/jp/*.json", "!../locales/jp/{admin,office,play}.json"],
  {
    eager: true,
    import: "default",
  },
);
