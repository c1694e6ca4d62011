import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { Provider } from "jotai";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { loadRest, setLanguage } from "../i18n/i18n.ts";
import type { Language } from "../i18n/languages.ts";
import { store } from "../store.ts";

/** Test only: a refusal with its detail. */
export class Refused {
  readonly code: string;
  readonly detail: unknown;

  constructor(code: string, detail: unknown) {
    this.code = code;
    this.detail = detail;
  }
}

/**
 * Test only: an api that answers from a table of path → data, a file, the code of a refusal or one with its detail. Returns the list of the calls it
 * received.
 */
export function stubApi(table: Record<string, (body: Record<string, unknown>) => unknown>) {
  const calls: { path: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const body: Record<string, unknown> = JSON.parse(String(init.body));
    calls.push({ path, body });
    const data = await table[path]?.(body);
    if (data instanceof Blob) return new Response(data);
    const code = typeof data === "string" ? data : data instanceof Refused ? data.code : "200";
    return Response.json({
      resultCode: code,
      resultMessage: "",
      data: code === "200" ? (data ?? {}) : data instanceof Refused ? { params: {}, detail: data.detail } : {},
      traceId: "t",
    });
  });
  return calls;
}

/** Test only: an api that refuses every call, but for what the table answers. */
export function refuseApi(table: Record<string, unknown> = {}) {
  return stubApi(new Proxy({}, { get: (_, path) => () => table[String(path)] ?? "E001" }));
}

const clients: QueryClient[] = [];

/** Test only: a cache as show() makes one, for tests that fill it first. */
export function newTestClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  clients.push(client);
  return client;
}

/** Test only: empties the caches that were made, with the timers that would empty them later. */
export function clearTestClients(): void {
  for (const client of clients.splice(0)) client.clear();
}

/** Test only: draws with the providers of a page, in English unless told. */
export async function show(element: ReactNode, language: Language = "en", client = newTestClient()) {
  await loadRest();
  await setLanguage(language);
  const view = render(
    <Provider store={store}>
      <QueryClientProvider client={client}>{element}</QueryClientProvider>
    </Provider>,
  );
  return { client, ...view };
}
