import { decide } from "./decide.ts";

/** Filled by the build: what to keep, and a name that changes with it. */
declare const KEPT_FILES: readonly string[];
declare const BUILD_NAME: string;
declare const OFFLINE_PAGE: string;

/** The part of a worker's scope that we use: the types of pages and of workers exclude each other. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetch extends Event {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetch) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}
const worker = globalThis as unknown as Scope;

const PREFIX = "hubstake-";
const CACHE = PREFIX + BUILD_NAME;
const kept: ReadonlySet<string> = new Set(KEPT_FILES);

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...kept]);
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The page as the network has it; without a network, the page that says so. It is never kept. */
async function page({ request, preloadResponse }: Fetch): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(OFFLINE_PAGE)) ?? Response.error();
  }
}

/** A kept file; the browser may have thrown it away. */
async function file({ request }: Fetch): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
// A new version waits until the reader asks for it: two versions of the site in one tab would be worse than an old one.
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const decision = decide(event.request, location.origin, kept);
  if (decision === "page") event.respondWith(page(event));
  if (decision === "kept") event.respondWith(file(event));
});
