import { RouterProvider } from "@tanstack/react-router";
import i18next from "i18next";
import { mount } from "#shared/app/mount.tsx";
import { pause } from "#shared/pause.ts";
import { newQueryClient } from "#shared/query.ts";
import { applyLayout } from "#shared/ui/layout.ts";
import { newGames } from "./games.ts";
import { GamesProvider } from "./games-context.tsx";
import { newRouter } from "./routes.tsx";
import { SessionEndProvider } from "./session-context.tsx";
import { SessionEnd } from "./session-end.ts";

const WORKER_AFTER_MS = 3_000;

applyLayout();
await pause();

const queryClient = newQueryClient((error) => end.refused(error));
const router = newRouter(queryClient);
const end = new SessionEnd(queryClient, {
  here: () => router.state.location.href,
  go: (to) => void router.navigate({ to }),
});
const games = newGames(queryClient);

await mount(
  "member",
  queryClient,
  <SessionEndProvider end={end}>
    <GamesProvider games={games}>
      <RouterProvider router={router} />
    </GamesProvider>
  </SessionEndProvider>,
  () => router.load(),
);
// The api answers in the language of the page, so a change of language makes all answers stale.
i18next.on("languageChanged", () => void queryClient.invalidateQueries());
// The first page has no need of the worker.
setTimeout(() => void import("./worker.ts").then(({ watchWorker }) => watchWorker()), WORKER_AFTER_MS);
