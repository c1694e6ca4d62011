import { afterEach, expect, test, vi } from "vitest";
import { stubApi } from "#shared/testing/render.tsx";
import { closeGame, gameAddress } from "./launch.ts";
import { featuresOn } from "./window.ts";

afterEach(() => vi.unstubAllGlobals());

const moonjar = {
  code: "moonjar",
  procId: "201",
  groupCode: "slot",
  name_KOR: "",
  name_ENG: "Moon Jar",
  thumbnail: "",
  isNew: false,
  isHot: false,
  ownWallet: false,
  rtp: 0,
  lines: 0,
  volatility: 0,
};

test("a slot is asked for with group, studio, code, device and language", async () => {
  const calls = stubApi({ "/api/game/slot": () => ({ gameUrl: "https://vendor.test/g", gameurl: "" }) });
  await expect(gameAddress(moonjar, 0, "ko", false)).resolves.toBe("https://vendor.test/g");
  expect(calls).toMatchObject([
    {
      path: "/api/game/slot",
      body: { gameGroup: "slot", vendorKey: "201", gameKey: "moonjar", isMobile: 0, lang: "ko" },
    },
  ]);
});

test("empty parameters are dropped, and the older name of the address will do (D-42)", async () => {
  const calls = stubApi({ "/api/game/casino": () => ({ gameUrl: "", gameurl: "http://vendor.test/lobby" }) });
  await expect(gameAddress({ ...moonjar, groupCode: "casino", code: "" }, 0, "vn", true)).resolves.toBe(
    "http://vendor.test/lobby",
  );
  expect(calls[0]?.body).toEqual({ gameGroup: "casino", vendorKey: "201", isMobile: 1, lang: "vn" });
});

test("other groups are named in the path", async () => {
  const calls = stubApi({ "/api/game/getGame/fishing": () => ({ gameUrl: "https://vendor.test/m", gameurl: "" }) });
  await gameAddress({ ...moonjar, groupCode: "fishing" }, 0, "vn", false);
  expect(calls[0]?.path).toBe("/api/game/getGame/fishing");
});

test("the house's own games are pages of the site", async () => {
  stubApi({ "/api/minigame/getGame": () => ({ gameUrl: "/minigameViewer/eos3" }) });
  const address = await gameAddress({ ...moonjar, groupCode: "minigame", code: "eos3" }, 0, "vn", false);
  expect(address).toBe(`${location.origin}/minigameViewer/eos3`);
});

test("a minigame is asked for by its code alone", async () => {
  const calls = stubApi({ "/api/minigame/getGame": () => ({ gameUrl: "https://site.test/minigameViewer/eos3" }) });
  await gameAddress({ ...moonjar, groupCode: "minigame", code: "eos3" }, 0, "vn", true);
  expect(calls[0]?.body).toEqual({ gameCode: "eos3", isMobile: 1, lang: "vn" });
});

test.each(["", "javascript:alert(1)", "//elsewhere.test/x"])(
  "G9999 when the answer has no address: %j",
  async (gameUrl) => {
    stubApi({ "/api/game/slot": () => ({ gameUrl, gameurl: "" }) });
    await expect(gameAddress(moonjar, 0, "vn", false)).rejects.toMatchObject({ code: "G9999" });
  },
);

test("a refusal keeps its code", async () => {
  stubApi({ "/api/game/slot": () => "B1002" });
  await expect(gameAddress(moonjar, 0, "vn", false)).rejects.toMatchObject({ code: "B1002" });
});

test("a closed game is told", async () => {
  const calls = stubApi({ "/api/game/close": () => ({}) });
  await closeGame();
  expect(calls.map(({ path }) => path)).toEqual(["/api/game/close"]);
});

const screen = { availWidth: 1920, availHeight: 1080 };
const minigame = (code: string) => ({ groupCode: "minigame", code });

test.each([
  [screen, moonjar, "popup,width=1500,height=800,left=210,top=140"],
  [{ availWidth: 1280, availHeight: 700 }, moonjar, "popup,width=1280,height=700,left=320,top=190"],
  [screen, minigame("pwball"), "popup,width=1140,height=855,left=390,top=113"],
  [screen, minigame("coin3"), "popup,width=1170,height=920,left=375,top=80"],
  [screen, minigame("pbg"), "popup,width=1140,height=880,left=390,top=100"],
])("a window is as large as the product says for its game, or as the screen, in the middle", (on, game, features) => {
  expect(featuresOn(on, { left: 0, top: 0, width: 1920, height: 1080 }, game)).toBe(features);
});

test("cash that a game with its own wallet takes along is named", async () => {
  const calls = stubApi({ "/api/game/slot": () => ({ gameUrl: "https://vendor.test/g", gameurl: "" }) });
  await gameAddress({ ...moonjar, ownWallet: true, rtp: 0, lines: 0, volatility: 0 }, 30_000, "ko", false);
  expect(calls[0]?.body).toMatchObject({ takeAmt: 30_000 });
});
