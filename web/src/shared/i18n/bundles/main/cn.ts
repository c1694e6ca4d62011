/** What the member site's first page says, apart from what every page says. */
export const texts = import.meta.glob<Record<string, string>>(
  ["../../locales/cn/game.json", "../../locales/cn/main.json"],
  {
    eager: true,
    import: "default",
  },
);
