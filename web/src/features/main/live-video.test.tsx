import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { siteQuery } from "#shared/site.ts";
import { newTestClient, show } from "#shared/testing/render.tsx";
import { LiveVideo } from "./live-video.tsx";

async function open(liveVideo: string, language: "en" | "ko" = "en") {
  const client = newTestClient();
  // The component reads one option only.
  client.setQueryData(siteQuery.queryKey, { liveVideo } as never);
  await show(<LiveVideo />, language, client);
}

test("a site without a live video has no place for one", async () => {
  await open("");
  expect(document.querySelector("section")).toBeNull();
});

test("nothing is loaded before it is started, and it is in the reader's language", async () => {
  await open("https://video.example/watch?lang={lang}", "ko");
  expect(document.querySelector("iframe")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "지금 보기" }));
  const frame = screen.getByTitle<HTMLIFrameElement>("라이브 영상");
  expect(frame.getAttribute("src")).toBe("https://video.example/watch?lang=ko");
  expect(frame.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin");
  await userEvent.click(screen.getByRole("button", { name: "영상 중지" }));
  expect(document.querySelector("iframe")).toBeNull();
});

test("an address that may not be framed is said to be none", async () => {
  await open("javascript:alert(1)");
  expect(screen.getByRole("status").textContent).toBe("The video cannot be shown here at the moment.");
  expect(screen.queryByRole("button")).toBeNull();
});

test("an origin that the site's policy does not name is taken away", async () => {
  await open("https://elsewhere.example/1");
  await userEvent.click(screen.getByRole("button", { name: "Watch now" }));
  document.dispatchEvent(Object.assign(new Event("securitypolicyviolation"), { effectiveDirective: "frame-src" }));
  await waitFor(() => expect(document.querySelector("iframe")).toBeNull());
  expect(screen.getByRole("status")).toBeDefined();
});
