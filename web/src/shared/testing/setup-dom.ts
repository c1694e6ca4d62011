import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import * as hub from "../app/open-connection.ts";
import { forgetTexts, startI18n } from "../i18n/i18n.ts";
import { store } from "../store.ts";
import { shownMsAtom } from "../ui/toast.tsx";
import "./frames.ts";
import { PATIENCE } from "./patience.ts";
import { clearTestClients } from "./render.tsx";

function clearStorages(): void {
  localStorage.clear();
  sessionStorage.clear();
}

/** Empties the document, the storages and the address, as those of a page that was just opened. */
function clearPage(): void {
  for (const element of [document.documentElement, document.head, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  clearStorages();
  // biome-ignore lint/suspicious/noDocumentCookie: the test document has no cookie store
  for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; max-age=0; path=/`;
  // A router with the browser's history puts functions of its own over these two.
  Reflect.deleteProperty(history, "pushState");
  Reflect.deleteProperty(history, "replaceState");
  history.replaceState(null, "", "/");
}

clearPage();
forgetTexts();
await startI18n("member");

// The test document has no canvas: the table beside a chart has the same figures, and browser tests draw the bars.
vi.mock("../ui/chart/bars.tsx", () => ({ default: () => null }));
// No page of a test has a hub, and no toast goes before the test looks for it.
beforeEach(() => {
  vi.spyOn(hub, "openConnection").mockReturnValue(() => undefined);
  store.set(shownMsAtom, PATIENCE);
});
afterEach(() => {
  cleanup();
  clearStorages();
});
afterAll(clearTestClients);
configure({ asyncUtilTimeout: PATIENCE });

// Functions of browsers that the test document lacks.
window.matchMedia ??= (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.setAttribute("open", "");
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.removeAttribute("open");
};
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => undefined;
window.scrollTo = () => undefined;
