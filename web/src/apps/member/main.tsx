import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "#shared/i18n/i18n.ts";
import { Button } from "#shared/ui/button.tsx";
import { UiProvider } from "#shared/ui/provider.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
await startI18n(["common", "api"]);
createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <Button>x</Button>
    </UiProvider>
  </StrictMode>,
);
