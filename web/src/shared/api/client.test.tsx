import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./client.ts";
import { ApiError } from "./error.ts";

const network = vi.fn<typeof fetch>();

function answers(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}
const ok = (data: unknown) => answers({ resultCode: "200", resultMessage: "SUCCESS", data, traceId: "t" });

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal("fetch", network);
});
afterEach(() => {
  api.siteId = undefined;
  vi.unstubAllGlobals();
});

test("posts JSON and answers data", async () => {
  document.documentElement.lang = "ko";
  network.mockResolvedValueOnce(ok({ cashAmt: 5, pointAmt: 6, version: 7 }));
  await expect(api.call("/api/cash/getUserCash", {})).resolves.toEqual({ cashAmt: 5, pointAmt: 6, version: 7 });
  const [path, init] = network.mock.calls[0] ?? [];
  expect(path).toBe("/api/cash/getUserCash");
  expect(init?.method).toBe("POST");
  expect(init?.headers).toEqual({ "content-type": "application/json", "accept-language": "ko" });
  expect(init?.body).toBe("{}");
});

test("adds siteId to every body once it is known", async () => {
  api.siteId = "demo";
  network.mockResolvedValueOnce(ok({}));
  await api.call("/api/member/check", { kind: "memId", value: "abcde", recommender: "partner1" });
  expect(network.mock.calls[0]?.[1]?.body).toBe(
    '{"siteId":"demo","kind":"memId","value":"abcde","recommender":"partner1"}',
  );
});

test("fills the parts of a path, encoded", async () => {
  network.mockResolvedValueOnce(ok({ list: [] }));
  await api.call("/api/board/{boardType}/list", { page: 1 }, { path: { boardType: "a/b" } });
  expect(network.mock.calls[0]?.[0]).toBe("/api/board/a%2Fb/list");
});

test("a refusal is an ApiError with code, values and trace", async () => {
  network.mockResolvedValueOnce(
    answers({ resultCode: "C005", resultMessage: "", data: { params: { unit: 10_000 } }, traceId: "abc" }),
  );
  await expect(api.call("/api/cash/in", { amount: 1, depositor: "a", bank: "b" })).rejects.toMatchObject({
    code: "C005",
    params: { unit: "10000" },
    traceId: "abc",
    status: 200,
  });
});

test.each([
  ["no JSON", () => new Response("<html>", { status: 502 })],
  ["another shape", () => answers({ hello: 1 }, 200)],
  ["a list", () => answers([1], 200)],
])("an answer that is not our envelope (%s) is a network error", async (_, make) => {
  network.mockResolvedValueOnce(make());
  await expect(api.call("/api/member/info", {})).rejects.toMatchObject({ code: "9999" });
});

test("only what the network lost is tried again, and only when asked to", async () => {
  network.mockRejectedValueOnce(new TypeError("failed")).mockResolvedValueOnce(ok({}));
  await expect(api.call("/api/member/info", {}, { retries: 1 })).resolves.toEqual({});
  expect(network).toHaveBeenCalledTimes(2);

  network.mockReset().mockRejectedValue(new TypeError("failed"));
  await expect(api.call("/api/member/logout", {})).rejects.toBeInstanceOf(ApiError);
  expect(network).toHaveBeenCalledTimes(1);

  network.mockReset().mockResolvedValue(answers({ resultCode: "E002", data: {}, traceId: "" }, 503));
  await expect(api.call("/api/member/info", {}, { retries: 3 })).rejects.toMatchObject({ code: "E002", status: 503 });
  expect(network).toHaveBeenCalledTimes(1);
});

test("a call for money has a key of its own, under which a lost answer is asked for again", async () => {
  vi.useFakeTimers();
  const key = (n: number) => new Headers(network.mock.calls[n]?.[1]?.headers).get("idempotency-key");
  try {
    network
      .mockRejectedValueOnce(new TypeError("failed"))
      .mockResolvedValueOnce(answers("<html>", 502))
      .mockResolvedValueOnce(ok({}));
    const press = api.call("/api/cash/in", { amount: 1 });
    await vi.runAllTimersAsync();
    await expect(press).resolves.toEqual({});
    expect(network).toHaveBeenCalledTimes(3);
    expect(key(0)).toMatch(/^[\d-]{16,64}$/);
    expect([key(1), key(2)]).toEqual([key(0), key(0)]);
  } finally {
    vi.useRealTimers();
  }

  network.mockResolvedValueOnce(ok({}));
  await api.call("/api/cash/in", { amount: 1 });
  expect(key(3)).toMatch(/^[\d-]{16,64}$/);
  expect(key(3)).not.toBe(key(0));

  network.mockResolvedValueOnce(answers({ resultCode: "C007", data: {}, traceId: "" }));
  await expect(api.call("/api/cash/in", { amount: 1 })).rejects.toMatchObject({ code: "C007" });
  expect(network).toHaveBeenCalledTimes(5);

  network.mockResolvedValueOnce(ok({}));
  await api.call("/api/cash/getUserCash", {});
  expect(key(5)).toBeNull();
});

test("an abort by the caller is an abort, a timeout is a network error", async () => {
  network.mockImplementation(
    (_, init) => new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason))),
  );
  const leaving = new AbortController();
  const call = api.call("/api/member/info", {}, { signal: leaving.signal });
  leaving.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  await expect(api.call("/api/member/info", {}, { timeout: 5 })).rejects.toMatchObject({ code: "9999" });
});

test("a file comes as it is; a refusal of it is one, and one that was broken off is 9999", async () => {
  network.mockResolvedValueOnce(new Response("a,b", { headers: { "content-type": "text/csv; charset=utf-8" } }));
  expect(await (await api.file("/api/report/statement.csv", {})).text()).toBe("a,b");
  const refused = { resultCode: "E001", resultMessage: "", data: {}, traceId: "t" };
  network.mockResolvedValueOnce(Response.json(refused));
  await expect(api.file("/api/report/statement.csv", {})).rejects.toMatchObject({ code: "E001" });
  const torn = new ReadableStream({ pull: (half) => half.error(new Error("cut")) });
  network.mockResolvedValueOnce(new Response(torn, { headers: { "content-type": "text/csv" } }));
  await expect(api.file("/api/report/statement.csv", {})).rejects.toMatchObject({ code: "9999" });
});

test("an answer that is no JSON has its status: the server was reached", async () => {
  network.mockResolvedValueOnce(new Response("<html>", { status: 500 }));
  await expect(api.call("/api/cash/getUserCash", {})).rejects.toMatchObject({ code: "9999", status: 500 });
  network.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(api.call("/api/cash/getUserCash", {})).rejects.toMatchObject({ code: "9999", status: 0 });
});
