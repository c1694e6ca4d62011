/** The texts of the member site in one chunk. */
export const texts = import.meta.glob<Record<string, string>>(
  ["../locales/vn/*.json", "!../locales/vn/{admin,office,play}.json"],
  {
    eager: true,
    import: "default",
  },
);
