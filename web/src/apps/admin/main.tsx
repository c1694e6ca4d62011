import { QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "#shared/i18n/i18n.ts";
import { newQueryClient } from "#shared/query.ts";
import { store } from "#shared/store.ts";
import { Logo } from "#shared/ui/logo.tsx";
import { UiProvider } from "#shared/ui/provider.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("admin.html has no #root");

await startI18n("admin");

createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <QueryClientProvider client={newQueryClient(() => undefined)}>
        <UiProvider>
          <main>
            <h1>
              <Logo />
            </h1>
          </main>
        </UiProvider>
      </QueryClientProvider>
    </Provider>
  </StrictMode>,
);
