import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

/** The import rules of the design: apps → features → shared, and one door to each outside thing. */

const root = import.meta.dirname;

interface Source {
  /** Path below src, with slashes. */
  file: string;
  text: string;
}

function importsOf({ file, text }: Source): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g);
  return [...found].map(([, spec = ""]) => {
    if (spec.startsWith("#")) return spec.slice(1);
    return spec.startsWith(".") ? path.posix.join(path.posix.dirname(file), spec) : spec;
  });
}

function featureOf(file: string): string | undefined {
  return /^features\/([^/]+)\//.exec(file)?.[1];
}

/** Returns the broken rules of one source file, one sentence for each. */
export function violations(source: Source): string[] {
  const { file, text } = source;
  const wrong: string[] = [];
  const say = (sentence: string) => wrong.push(`${file}: ${sentence}`);
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  const mine = featureOf(file);

  for (const spec of importsOf(source)) {
    if (file.startsWith("shared/") && /^(features|apps)\//.test(spec)) say(`shared imports ${spec}`);
    if (mine !== undefined) {
      if (spec.startsWith("apps/")) say(`a feature imports ${spec}`);
      const other = featureOf(spec);
      if (other !== undefined && other !== mine) say(`feature ${mine} imports feature ${other}`);
    }
    const app = /^apps\/([^/]+)\//.exec(file)?.[1];
    const staff = file.startsWith("apps/admin/") || mine?.startsWith("staff-") || file.startsWith("shared/staff/");
    if (!staff && /^(features\/staff-|shared\/staff\/)/.test(spec)) say(`${spec} is for the back office alone`);
    const partner =
      file.startsWith("apps/partner/") || mine?.startsWith("partner-") || file.startsWith("shared/partner/");
    if (!partner && /^(features\/partner-|shared\/partner\/)/.test(spec)) say(`${spec} is for the partner area alone`);
    const otherApp = /^apps\/([^/]+)\//.exec(spec)?.[1];
    if (app !== undefined && otherApp !== undefined && app !== otherApp) say(`app ${app} imports app ${otherApp}`);
    if (spec === "@stomp/stompjs" && !file.startsWith("shared/realtime/")) say("only shared/realtime speaks STOMP");
  }
  if (/^apps\/partner\/(?!shell\/)[^/]+\//.test(file))
    say("pages of the partner area are features, features/partner-*");
  if (/^apps\/admin\/(?!shell\/)[^/]+\//.test(file)) say("pages of the back office are features, features/staff-*");
  if (/\b(createStore|getDefaultStore)\b/.test(code) && file !== "shared/store.ts")
    say("only shared/store.ts makes a store");
  if (/\bfetch\s*\(/.test(code) && !["shared/api/client.ts", "worker/worker.ts"].includes(file))
    say("only shared/api/client.ts calls fetch, and the worker for files");
  if (/\b(lazy|lazyRouteComponent)\s*\(/.test(code) && !["shared/lazy.ts", "shared/lazy-drawing.ts"].includes(file))
    say("only shared/lazy.ts loads parts of pages: it waits for their texts; drawings have none");
  if (/^\s*export\s+(\*|\{[^}]*\}|type\s+\{[^}]*\})\s+from\b/m.test(code)) say("re-exports (barrel)");
  if (/(^|\/)index\.tsx?$/.test(file)) say("is a barrel file");
  if (/(:|<)\s*any\b|\bas\s+any\b|@ts-(ignore|expect-error)/.test(text)) say("gives up a type");
  if (/\.css$/.test(file) && !TOKENS.has(file) && /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(code)) {
    say("has a literal colour: take one of tokens.css");
  }
  if (/\.test\.tsx?$/.test(file)) wrong.push(...testViolations(file, code, text));
  if (/\.tsx$/.test(file) && !file.includes(".test.") && text.split("\n").length > 200) say("is longer than 200 lines");
  return wrong;
}

/** Signs that a test needs a document: what it draws with, what it calls, or what it stubs. */
const DOCUMENT =
  /@testing-library|testing\/render\.tsx|\b(document|window|navigator|history|localStorage|sessionStorage|Storage|location)\b/;

/**
 * Test files share the modules of their worker (setup.ts), so none may replace one. The suffix says where a file runs: .test.ts in
 * Node.js, .test.tsx with a document. All waits end after PATIENCE, which waitFor and findBy… of the testing library know by themselves.
 */
function testViolations(file: string, code: string, text: string): string[] {
  const wrong: string[] = [];
  const say = (sentence: string) => wrong.push(`${file}: ${sentence}`);
  if (/@(vitest|jest)-environment/.test(text)) say("chooses its environment: the suffix does");
  if (file.endsWith(".test.tsx") && !DOCUMENT.test(code)) say("needs no document: its suffix is .test.ts");
  if (/\bvi\.(mock|doMock|resetModules)\(/.test(code))
    say("replaces a module of all files of its worker: use vi.spyOn");
  if (/\.prototype(\.\w+|\[[^\]]+\]) \??= /.test(code)) say("changes a prototype for good: use vi.spyOn");
  if (/\b(find\w+|wait\w+)\([^;]*\btimeout:/.test(code)) say("has a patience of its own");
  if (/\bvi\.wait(For|Until)\((?![^;]*\bPATIENCE\b)/.test(code)) say("waits for one second: vi.waitFor takes PATIENCE");
  if (/\bexpect\.poll\((?![^;]*\bPATIENCE\b)/.test(code)) say("waits for one second: expect.poll takes PATIENCE");
  if (/^\}, (\d[\d_]*|\{ timeout)/m.test(code)) say("has an end of its own: testTimeout is for all");
  return wrong;
}

/** Flags have the colours they have. */
const TOKENS = new Set(["shared/ui/tokens.css", "shared/ui/flag.module.css"]);

const sources: Source[] = globSync("**/*.{ts,tsx,css}", { cwd: root })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => file !== "arch.test.ts" && !file.endsWith(".gen.ts"))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));

test("the sources keep the rules", () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.flatMap(violations)).toEqual([]);
});

describe("a planted violation is seen", () => {
  const planted: [string, Source][] = [
    ["a feature imports a feature", { file: "features/cash/a.ts", text: 'import { x } from "../game/b.ts";' }],
    [
      "a feature imports a feature by alias",
      { file: "features/cash/a.ts", text: 'import { x } from "#features/game/b.ts";' },
    ],
    [
      "a feature imports an app",
      { file: "features/cash/a.ts", text: 'import { x } from "../../apps/member/routes.tsx";' },
    ],
    [
      "a member's page imports a feature of the staff",
      { file: "apps/member/a.tsx", text: 'import "#features/staff-site/b.ts";' },
    ],
    [
      "a member's feature imports what only staff has",
      { file: "features/cash/a.ts", text: 'import "#shared/staff/b.ts";' },
    ],
    [
      "a member's page imports a feature of the partner area",
      { file: "apps/member/a.tsx", text: 'import "#features/partner-home/b.ts";' },
    ],
    [
      "the partner area imports what only staff has",
      { file: "features/partner-home/a.ts", text: 'import "#shared/staff/b.ts";' },
    ],
    ["a page of the partner area outside of its features", { file: "apps/partner/tree/a.tsx", text: "" }],
    ["a page of the back office outside of its features", { file: "apps/admin/blocks/a.tsx", text: "" }],
    ["shared imports a feature", { file: "shared/ui/a.tsx", text: 'import { x } from "#features/cash/b.ts";' }],
    ["an app imports another app", { file: "apps/member/a.ts", text: 'import "../admin/main.tsx";' }],
    ["STOMP elsewhere", { file: "features/cash/a.ts", text: 'const s = await import("@stomp/stompjs");' }],
    ["a second store", { file: "features/cash/a.ts", text: 'import { createStore } from "jotai";' }],
    ["a second fetch", { file: "features/cash/a.ts", text: 'await fetch("/api/cash/in");' }],
    ["a part without its texts", { file: "features/cash/a.tsx", text: 'const A = lazy(() => import("./b.tsx"));' }],
    ["a barrel", { file: "features/cash/index.ts", text: 'export * from "./a.ts";' }],
    ["any", { file: "features/cash/a.ts", text: "let x: any;" }],
    ["a literal colour", { file: "features/cash/a.module.css", text: ".a { color: #fff; }" }],
    ["an environment by comment", { file: "shared/a.test.ts", text: "// @vitest-environment jsdom" }],
    ["a document for nothing", { file: "shared/a.test.tsx", text: "expect(1 + 1).toBe(2);" }],
    ["a module that is replaced", { file: "shared/a.test.ts", text: 'vi.mock("./b.ts");' }],
    ["a prototype that stays changed", { file: "shared/a.test.tsx", text: "Element.prototype.scrollBy = scrolled;" }],
    ["a short wait", { file: "shared/a.test.ts", text: "await vi.waitFor(() => expect(calls).toHaveLength(1));" }],
    ["a patience", { file: "shared/a.test.tsx", text: 'await screen.findByText("a", {}, { timeout: 500 });' }],
    ["a test with an end", { file: "shared/a.test.ts", text: 'test("a", async () => {\n  await b();\n}, 30_000);' }],
    ["a long page", { file: "features/cash/a.tsx", text: "\n".repeat(201) }],
  ];
  test.each(planted)("%s", (_, source) => {
    expect(violations(source)).not.toEqual([]);
  });
});
