import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { languageKeys, languages } from "../src/shared/i18n/languages.ts";
import { paths } from "../src/shared/paths.ts";

const root = path.join(import.meta.dirname, "..");

const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** The manifests by file name, one in each language: index.html names the first, setLanguage the reader's. */
export function manifests(): Map<string, string> {
  const found = new Map<string, string>();
  for (const language of languageKeys) {
    const texts = (name: string): Record<string, string> =>
      JSON.parse(readFileSync(path.join(root, `src/shared/i18n/locales/${language}/${name}.json`), "utf8"));
    const install = texts("install");
    const common = texts("common");
    const manifest = {
      id: "/",
      start_url: paths.home,
      scope: "/",
      display: "standalone",
      lang: languages[language].tag,
      name: install.name,
      short_name: "Hubstake",
      description: install.description,
      theme_color: "#0a0d13",
      background_color: "#0a0d13",
      icons: [
        icon("mark-192", 192, "any"),
        icon("mark-512", 512, "any"),
        icon("maskable-192", 192, "maskable"),
        icon("maskable-512", 512, "maskable"),
      ],
      shortcuts: [
        { name: common["nav.deposit"], url: paths.deposit },
        { name: common["nav.withdraw"], url: paths.withdraw },
      ],
    };
    found.set(`manifest-${languages[language].tag}.webmanifest`, JSON.stringify(manifest));
  }
  return found;
}

/** The scripts and styles that the member site's page names: what every page of it needs. */
function shell(page: string): string[] {
  return [...page.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = ""]) => file);
}

/** Builds one input apart from the site, so that the two share no chunk, and returns its files. */
async function buildApart(
  outDir: string,
  rest: Pick<InlineConfig, "define"> & { rolldownOptions: Rolldown.InputOptions & { output?: Rolldown.OutputOptions } },
): Promise<string[]> {
  const { define = {}, rolldownOptions } = rest;
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define,
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2023",
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions,
    },
  });
  if (!("output" in built)) throw new Error("expected one build");
  return built.output.map(({ fileName }) => fileName);
}

/**
 * Makes the member site installable: its manifests, the page for readers without a network, and the worker, which keeps that page
 * and the shell. The worker changes if and only if one of those files does.
 */
export function installable(): Plugin {
  return {
    name: "installable",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const manifest = manifests().get((request.url ?? "").slice(1));
        if (manifest === undefined) return next();
        response.setHeader("content-type", "application/manifest+json").end(manifest);
      });
    },
    generateBundle() {
      for (const [fileName, source] of manifests()) this.emitFile({ type: "asset", fileName, source });
    },
    async writeBundle({ dir = "dist" }) {
      const offline = await buildApart(dir, { rolldownOptions: { input: path.join(root, "offline.html") } });
      const first = readFileSync(path.join(dir, "index.html"), "utf8");
      const kept = [...shell(first), ...offline.map((file) => `/${file}`)].sort();
      const page = readFileSync(path.join(dir, "offline.html"));
      const name = createHash("sha256").update(JSON.stringify(kept)).update(page).digest("hex").slice(0, 16);
      await buildApart(dir, {
        define: { KEPT_FILES: JSON.stringify(kept), BUILD_NAME: JSON.stringify(name), OFFLINE_PAGE: '"/offline.html"' },
        rolldownOptions: {
          input: path.join(root, "src/worker/worker.ts"),
          output: { format: "iife", entryFileNames: "sw.js" },
        },
      });
    },
  };
}
