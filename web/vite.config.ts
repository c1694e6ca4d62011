import { readFileSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { installable } from "./scripts/installable.ts";
import { PATIENCE } from "./src/shared/testing/patience.ts";

/** Where the development servers of api and hub answer; `make up` starts them behind one port. */
const backend = `http://localhost:${process.env.HUBSTAKE_PORT ?? "8080"}`;

type Module = (
  id: string,
) => { isEntry: boolean; importers: readonly string[]; dynamicImporters: readonly string[] } | null;

/** The pages (index.html, admin.html, partner.html) from which imports lead to a module; static ones alone are what a first load follows. */
function pagesOf(id: string, module: Module, how: "static" | "any", seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set();
  seen.add(id);
  const info = module(id);
  if (!info) return new Set();
  if (info.isEntry) return new Set([path.basename(id)]);
  const importers = how === "any" ? [...info.importers, ...info.dynamicImporters] : info.importers;
  return new Set(importers.flatMap((importer) => [...pagesOf(importer, module, how, seen)]));
}

/**
 * The chunk of a module that a first load needs; null for those of later pages, which stay with them, and for the start of each
 * bundle: a page that takes a module from a chunk runs all of it.
 */
function firstChunk(id: string, module: Module): string | null {
  const first = pagesOf(id, module, "static");
  if (first.size > 1 && first.has("index.html")) return id.includes("/node_modules/") ? "vendor" : "shared";
  const [page] = first;
  if (!page || module(id)?.isEntry || module(id)?.importers.some((importer) => module(importer)?.isEntry)) return null;
  const name = first.size > 1 ? "offices" : names[page];
  // Apart from the rest, or a later page of another bundle would load all of it.
  return pagesOf(id, module, "any").size > first.size ? `${name}-lent` : `${name}`;
}

/** The chunks of one page's first load alone; those of both back offices are the offices'. */
const names: Record<string, string> = { "index.html": "core", "admin.html": "office", "partner.html": "partner" };

const chunks = [
  "vendor",
  "shared",
  ...["core", "offices", "office", "partner"].flatMap((name) => [`${name}-lent`, name]),
];

/** Few files for a first visit. The order is that of the groups: a chunk takes what its modules import with it. */
const firstChunks = chunks.map((name) => ({
  name: (id: string, context: { getModuleInfo: Module }) =>
    firstChunk(id, (module) => context.getModuleInfo(module)) === name ? name : null,
}));

/**
 * The default language's texts are asked for with the page itself, not after its script ran.
 */
function preloadFirst(): Plugin {
  return {
    name: "preload-first",
    transformIndexHtml: {
      order: "post",
      handler(_, { filename, bundle }) {
        if (!bundle) return [];
        const wanted = filename.endsWith("admin.html")
          ? /\/locales\/vn\/(common|admin|office)\.json$/
          : filename.endsWith("partner.html")
            ? /\/locales\/vn\/(common|partner|office)\.json$/
            : /\/(locales\/vn\/common\.json|bundles\/main\/vn\.ts)$/;
        return Object.values(bundle)
          .filter((chunk) => chunk.type === "chunk" && wanted.test(chunk.facadeModuleId ?? ""))
          .map(({ fileName: file }) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
            injectTo: "head",
          }));
      },
    },
  };
}

/** The styles of the page that stands while the script is on its way (index.html); a file of their own. */
const BOOT = "src/apps/member/boot.css";

/** The largest thing on the boot page stands in it, so that it is painted with it. */
function withArt(html: string): string {
  return html.replace(/(<img class="boot-art" src=")([^"]+)/, (_, before: string, file: string) => {
    const art = readFileSync(path.join(import.meta.dirname, "public", file), "utf8");
    return `${before}data:image/svg+xml,${art.replaceAll('"', "'").replace(/[%#<>]/g, encodeURIComponent)}`;
  });
}

/**
 * The first paint waits for the boot page's few styles alone; all others, and the scripts, come behind it. A browser draws when
 * it has the styles that the head names, and a script's bytes would take the line from them.
 */
function paintFirst(): Plugin {
  const styles = /^ *<link rel="stylesheet"[^>]+href="\/assets\/[^>]+>\n/gm;
  return {
    name: "paint-first",
    transformIndexHtml: {
      order: "post",
      handler(html, { filename, bundle }) {
        if (!filename.endsWith("index.html")) return html;
        const files = Object.values(bundle ?? {}).map(({ fileName }) => fileName);
        const boot = bundle ? files.find((name) => /^assets\/boot-.+\.css$/.test(name)) : BOOT;
        if (!boot) throw new Error("the boot page has no styles");
        const later = html.match(styles) ?? [];
        return (bundle ? withArt(html) : html)
          .replace(styles, "")
          .replace("</head>", `  <link rel="stylesheet" href="/${boot}">\n  </head>`)
          .replace("</body>", `${later.join("")}  </body>`)
          .replace(/<link rel="modulepreload"|<script type="module"/g, '$& fetchpriority="low"');
      },
    },
  };
}

/** Serves the pages of both back offices under their addresses while developing, as the web server does for a build. */
function officePages(): Plugin {
  return {
    name: "office-pages",
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _, next) => {
        const office = /^\/(admin|partner)(?:[/?][^.]*)?$/.exec(request.url ?? "")?.[1];
        if (office) request.url = `/${office}.html`;
        next();
      });
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [react(), preloadFirst(), paintFirst(), officePages(), mode !== "kit" && installable()],
  server: {
    port: 5173,
    proxy: {
      // Both check host and origin, which for them are those that `make up` serves.
      "/api": { target: backend, changeOrigin: true, headers: { origin: backend } },
      "/hub": { target: backend, ws: true, changeOrigin: true, headers: { origin: backend } },
    },
  },
  build: {
    target: "es2023",
    // Small assets become files too: a data: font or script would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The kit is a build of its own (e2e/support/kit.ts): no file of it is in the product's.
      input:
        mode === "kit"
          ? "dev/kit.html"
          : { member: "index.html", admin: "admin.html", partner: "partner.html", boot: BOOT },
      output: {
        codeSplitting: { groups: firstChunks },
      },
    },
  },
  test: {
    // Imports cost more than tests, so the files of a worker share their modules; setup.ts and setup-dom.ts undo what a file did.
    pool: "threads",
    isolate: false,
    restoreMocks: true,
    testTimeout: 2 * PATIENCE,
    hookTimeout: 2 * PATIENCE,
    projects: [
      {
        extends: true,
        test: { name: "node", include: ["src/**/*.test.ts"], setupFiles: ["src/shared/testing/setup.ts"] },
      },
      {
        extends: true,
        test: {
          name: "dom",
          environment: "jsdom",
          include: ["src/**/*.test.tsx"],
          exclude: ["src/apps/**"],
          setupFiles: ["src/shared/testing/setup.ts", "src/shared/testing/setup-dom.ts"],
        },
      },
      // Whole sites: a page whose files are still on their way when its test ends would ask the api of the next one.
      {
        extends: true,
        test: {
          name: "sites",
          environment: "jsdom",
          isolate: true,
          include: ["src/apps/**/*.test.tsx"],
          setupFiles: ["src/shared/testing/setup.ts", "src/shared/testing/setup-dom.ts"],
        },
      },
    ],
  },
}));
