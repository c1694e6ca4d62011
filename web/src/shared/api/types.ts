import type { Res } from "./client.ts";

// Names for the parts of answers that several features speak about.
export type Member = Res<"/api/member/info">;
export type CashRow = Res<"/api/cash/list/">["list"][number];
export type SiteOption = Res<"/api/etc/siteOption">;
export type Balance = Res<"/api/cash/getUserCash">;
export type Post = Res<"/api/board/{boardType}/list">["list"][number];
export type Game = Res<"/api/game/gamelist">["gameList"][number];
