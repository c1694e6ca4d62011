/** The texts of all other pages; `install` has those of the offline page and the manifest. */
export const texts = import.meta.glob<Record<string, string>>(
  [
    "../../locales/jp/*.json",
    "!../../locales/jp/{accounts,admin,audit,commissions,common,corrections,details,game,install,main,notices,offer,office,partner*,person,play,requests,schedule,settings,sports,today,trading}.json",
  ],
  { eager: true, import: "default" },
);
