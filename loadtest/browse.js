// Members look around: the main page, notices, games, their balance, letters, history of bets and of money.
import exec from "k6/execution";
import { options as all, call, members, number, steps } from "./lib/site.js";

const limit = number("PAGE_P99", 300);

steps("main", "games", "board", "cash", "history");

export const options = all({ main: limit, games: limit, board: limit, cash: limit, history: limit });

const page = { page: 1, count_per_list: 20 };

export default function () {
  const { token } = members[exec.scenario.iterationInTest % members.length];
  call("main", "/api/main", token, {});
  call("main", "/api/etc/banner", token, {});
  call("main", "/api/common/siteCheckInfo", token, {});
  const [product] = call("games", "/api/common/productList", token, { groupCode: "slot" }).list;
  call("games", "/api/game/gamelist", token, { vendorKey: product.procId, gameType: "slot" });
  call("board", "/api/main/nt/list", token, {});
  call("cash", "/api/cash/getUserCash", token, {});
  call("history", "/api/cash/list/", token, { cashType: "in", ...page });
}
