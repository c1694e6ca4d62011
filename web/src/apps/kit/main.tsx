import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { mount } from "#shared/app/mount.tsx";
import { completeTexts } from "#shared/i18n/i18n.ts";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { newQueryClient } from "#shared/query.ts";
import { Kit } from "./kit.tsx";

// Links lead nowhere: the page has no other.
const router = createRouter({
  routeTree: createRootRoute({ component: Kit }),
  history: createMemoryHistory({ initialEntries: ["/admin"] }),
  defaultNotFoundComponent: () => null,
});

await addPlayTexts();
await mount(
  "admin",
  newQueryClient(() => undefined),
  <RouterProvider router={router as never} />,
  () => router.load(),
);
// A picture is taken once no text is missing.
await completeTexts();
document.documentElement.dataset.texts = "complete";
