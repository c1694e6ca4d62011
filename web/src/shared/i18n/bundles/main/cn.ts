/** The texts of the member site's first page, apart from those of every page. */
export const texts = import.meta.glob<Record<string, string>>(
  ["../../locales/cn/game.json", "../../locales/cn/main.json"],
  {
    eager: true,
    import: "default",
  },
);
