/** The texts of the member site's first page, apart from those of every page. */
export const texts = import.meta.glob<Record<string, string>>(
  ["../../locales/th/game.json", "../../locales/th/main.json"],
  {
    eager: true,
    import: "default",
  },
);
