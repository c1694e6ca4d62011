import "../ui/tokens.css";
import "../ui/fonts/hangul.css";
import "../ui/fonts/latin.css";
import "../ui/base.css";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import { type ReactNode, StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { loadRest, startI18n } from "../i18n/i18n.ts";
import { reloadOnLostChunk } from "../lost-chunk.ts";
import { pause } from "../pause.ts";
import { store } from "../store.ts";
import { applyTheme } from "../ui/theme.ts";

/** The first page comes before the texts that it does not show. */
const REST_AFTER_MS = 2_000;

/** How long the first drawing waits for its page: then the frame comes without it. */
const PAGE_MS = 500;

/**
 * Draws an app into the page's #root once the texts of its audience are there, inside the providers that every bundle has.
 * loadPage loads the page of this address: a page that comes after the first drawing is drawn in one piece, for which a tap waits.
 */
export async function mount(
  audience: "member" | "admin" | "partner",
  client: QueryClient,
  app: ReactNode,
  loadPage: () => Promise<void>,
): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  applyTheme();
  reloadOnLostChunk();
  await startI18n(audience);
  await Promise.race([loadPage(), new Promise((resolve) => setTimeout(resolve, PAGE_MS))]);
  await pause();
  // A transition is drawn in slices: a tap or a scroll on a slow phone does not wait for the whole page.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Provider store={store}>
          <QueryClientProvider client={client}>{app}</QueryClientProvider>
        </Provider>
      </StrictMode>,
    ),
  );
  // Without a network there would be no words for that, if they were only fetched then.
  setTimeout(() => void loadRest(), REST_AFTER_MS);
}
