import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "../i18n/i18n.ts";
import { reloadOnLostChunk } from "../lost-chunk.ts";
import { store } from "../store.ts";
import { UiProvider } from "../ui/provider.tsx";

/** Draws an app into the page's #root once the texts of its audience are there, inside the providers that every bundle has. */
export async function mount(audience: "member" | "admin", client: QueryClient, app: ReactNode): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  reloadOnLostChunk();
  await startI18n(audience);
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <QueryClientProvider client={client}>
          <UiProvider>{app}</UiProvider>
        </QueryClientProvider>
      </Provider>
    </StrictMode>,
  );
}
