import { store } from "#shared/store.ts";
import { trusted } from "#shared/trusted.ts";
import { updateAtom } from "./update.ts";

/** How often a tab that stays open looks for a newer version, at most. */
const LOOK_MS = 3_600_000;

/** Installs the worker, and offers the newer version when there is one. Where workers are forbidden, the site does without. */
export async function watchWorker(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    offerUpdates(await navigator.serviceWorker.register(trusted().createScriptURL("/sw.js")));
  } catch {
    // A private window, or a browser that is told to keep nothing.
  }
}

export function offerUpdates(registration: ServiceWorkerRegistration, now = Date.now): void {
  // On a first visit there is no older version that could be replaced.
  const offer = () => {
    if (registration.waiting && navigator.serviceWorker.controller) store.set(updateAtom, registration.waiting);
  };
  offer();
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed") offer();
    });
  });
  let looked = now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || now() - looked < LOOK_MS) return;
    looked = now();
    // Without a network there is nothing newer.
    registration.update().catch(() => undefined);
  });
}

/** Lets the newer version take over, and loads the page with it. */
export function loadUpdate(waiting: ServiceWorker, reload = () => window.location.reload()): void {
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  waiting.postMessage("take over");
}
