/** What the member site's first page says, apart from what every page says. */
export const texts = import.meta.glob<Record<string, string>>(
  ["../../locales/jp/game.json", "../../locales/jp/main.json"],
  {
    eager: true,
    import: "default",
  },
);
