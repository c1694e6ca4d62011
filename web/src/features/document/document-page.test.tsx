import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { DocumentPage } from "./document-page.tsx";

afterEach(() => vi.unstubAllGlobals());

test("a guest reads the newest version, and an older one leads to it", async () => {
  const calls = stubApi({
    "/api/etc/document": ({ version }) => ({
      kind: "terms",
      version: version || 3,
      title: "Terms of use",
      publishedAt: "2026-09-10T03:00:00Z",
      lang: "en",
      content: "<h2>Who may play</h2><p>Adults, up to {{maxStake}}.</p>",
      amounts: { maxStake: 1_000_000 },
      words: {},
    }),
  });
  const { unmount } = await show(<DocumentPage kind="terms" version={0} newest={<a href="/terms">newest</a>} />);
  expect(await screen.findByRole("heading", { level: 2, name: /^Version 3/ })).toBeTruthy();
  expect(screen.getByRole("heading", { level: 3, name: "Who may play" }).id).toBe("section-1");
  expect(screen.getByRole("link", { name: "Who may play" }).getAttribute("href")).toBe("#section-1");
  expect(screen.getByText("Adults, up to ₩1,000,000.")).toBeTruthy();
  expect(screen.queryByText("newest")).toBeNull();
  unmount();
  await show(<DocumentPage kind="terms" version={1} newest={<a href="/terms">newest</a>} />);
  expect(await screen.findByText("newest")).toBeTruthy();
  expect(calls.map(({ body }) => body)).toEqual([
    { kind: "terms", version: 0 },
    { kind: "terms", version: 1 },
  ]);
});

test("a document that the site has not published says so", async () => {
  stubApi({ "/api/etc/document": () => "E001" });
  await show(<DocumentPage kind="privacy" version={0} newest={null} />);
  expect(await screen.findByText("This document has not been published yet")).toBeTruthy();
});
