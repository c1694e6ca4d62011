import { QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "#shared/i18n/i18n.ts";
import { reloadOnLostChunk } from "#shared/lost-chunk.ts";
import { newQueryClient } from "#shared/query.ts";
import { refused } from "#shared/staff/session.ts";
import { store } from "#shared/store.ts";
import { UiProvider } from "#shared/ui/provider.tsx";
import { App } from "./app.tsx";
import { newRouter } from "./routes.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("admin.html has no #root");

const client = newQueryClient((error) => refused(client, error));
const router = newRouter();

reloadOnLostChunk();
// The page of this address is on its way while texts and session are asked for; it is drawn when staff are known.
void router.load();
await startI18n("admin");

createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <QueryClientProvider client={client}>
        <UiProvider>
          <App router={router} />
        </UiProvider>
      </QueryClientProvider>
    </Provider>
  </StrictMode>,
);
