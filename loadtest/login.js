// Members log in, again and again: what argon2id costs is what a log-in costs. Each VU has members of its own.
import exec from "k6/execution";
import { options as all, call, members, number, password, steps, vus } from "./lib/site.js";

steps("login");

export const options = all({ login: number("LOGIN_P99", 3000) });

export default function () {
  const n = (exec.vu.idInTest - 1 + vus * exec.vu.iterationInScenario) % members.length;
  const { memId } = members[n];
  call("login", "/api/member/login", "", { memId, memPass: password });
}
