import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { sessionKey } from "#features/session/session.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { paths } from "#shared/paths.ts";
import { newTestClient, refuseApi, show } from "#shared/testing/render.tsx";
import { MinigameRoute } from "./minigame-pages.tsx";

beforeAll(() => startI18n("member"));
afterEach(() => vi.unstubAllGlobals());

/** Opens an address of a game, beside pages that the test knows by their words. The proof of a draw comes when the test lets it. */
async function open(address: string) {
  refuseApi();
  let arrive: () => void = () => undefined;
  const proof = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const root = createRootRoute();
  const parent = { getParentRoute: () => root };
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ ...parent, path: "/member/minigame/$game", component: MinigameRoute }),
      createRoute({ ...parent, path: "/winner/mini/play/$gameCode", component: MinigameRoute }),
      createRoute({ ...parent, path: paths.minigames, component: () => <p>all games</p> }),
      createRoute({ ...parent, path: paths.minigameFair, loader: () => proof, component: () => <p>the proof</p> }),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, null);
  await show(<RouterProvider router={router as never} />, "en", client);
  return { router, arrive };
}

test.each([
  ["/member/minigame/coin3", "Coins 3 min"],
  ["/member/minigame/speedkino", "Speed Keno"],
  ["/winner/mini/play/eos5", "EOS Powerball 5 min"],
])("%s is the page of %s", async (address, name) => {
  await open(address);
  await screen.findByRole("heading", { name, level: 1 });
});

test("a name that no game has leads to all games", async () => {
  await open("/member/minigame/bingo");
  await screen.findByText("all games");
});

test("the page of a game stays while the next page is on its way, and does not lead elsewhere", async () => {
  const { router, arrive } = await open("/member/minigame/coin3");
  await screen.findByRole("heading", { name: "Coins 3 min", level: 1 });
  await act(async () => void router.navigate({ href: paths.minigameFair }));
  expect(router.state.location.pathname).toBe(paths.minigameFair);
  await act(async () => arrive());
  await screen.findByText("the proof");
});
