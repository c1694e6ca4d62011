import { afterEach, expect, test, vi } from "vitest";
import { store } from "#shared/store.ts";
import { updateAtom } from "./update.ts";
import { loadUpdate, offerUpdates } from "./worker.ts";

/** A registration whose next worker is told to reach a state. */
class Registration extends EventTarget {
  waiting: ServiceWorker | null = null;
  installing: ServiceWorker | null = null;
  readonly update = vi.fn(async () => undefined);

  find(): void {
    const next = Object.assign(new EventTarget(), { state: "installed" }) as unknown as ServiceWorker;
    this.installing = next;
    this.dispatchEvent(new Event("updatefound"));
    this.waiting = next;
    next.dispatchEvent(new Event("statechange"));
  }
}

function begin(controller: object | null) {
  const container = Object.assign(new EventTarget(), { controller });
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { serviceWorker: container }));
  const registration = new Registration();
  let now = 0;
  offerUpdates(registration as unknown as ServiceWorkerRegistration, () => now);
  const pass = (ms: number) => {
    now += ms;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  return { registration, container, pass };
}

afterEach(() => {
  store.set(updateAtom, null);
  vi.unstubAllGlobals();
});

test("a newer version is offered once it waits", () => {
  const { registration } = begin({});
  expect(store.get(updateAtom)).toBeNull();
  registration.find();
  expect(store.get(updateAtom)).toBe(registration.waiting);
});

test("the first version on a device is no update", () => {
  const { registration } = begin(null);
  registration.find();
  expect(store.get(updateAtom)).toBeNull();
});

test("a tab that is looked at again asks for a newer version once an hour", () => {
  const { registration, pass } = begin({});
  pass(60_000);
  expect(registration.update).not.toHaveBeenCalled();
  pass(3_600_000);
  pass(60_000);
  expect(registration.update).toHaveBeenCalledTimes(1);
});

test("the page is loaded again when the newer version has taken over, not before", () => {
  const { container } = begin({});
  const reload = vi.fn();
  const postMessage = vi.fn();
  loadUpdate({ postMessage } as unknown as ServiceWorker, reload);
  expect(postMessage).toHaveBeenCalledWith("take over");
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event("controllerchange"));
  expect(reload).toHaveBeenCalledTimes(1);
});
