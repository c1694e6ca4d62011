import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import i18next from "i18next";
import { Provider } from "jotai";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "#shared/i18n/i18n.ts";
import { reloadOnLostChunk } from "#shared/lost-chunk.ts";
import { newQueryClient } from "#shared/query.ts";
import { store } from "#shared/store.ts";
import { UiProvider } from "#shared/ui/provider.tsx";
import { newGames } from "./games.ts";
import { GamesProvider } from "./games-context.tsx";
import { newRouter } from "./routes.tsx";
import { SessionEndProvider } from "./session-context.tsx";
import { SessionEnd } from "./session-end.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const queryClient = newQueryClient((error) => end.refused(error));
const router = newRouter(queryClient);
const end = new SessionEnd(queryClient, {
  here: () => router.state.location.href,
  go: (to) => void router.navigate({ to }),
});
const games = newGames(queryClient);

reloadOnLostChunk();
await startI18n("member");
i18next.on("languageChanged", () => void queryClient.invalidateQueries());

createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <SessionEndProvider end={end}>
            <GamesProvider games={games}>
              <RouterProvider router={router} />
            </GamesProvider>
          </SessionEndProvider>
        </UiProvider>
      </QueryClientProvider>
    </Provider>
  </StrictMode>,
);
