import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { installable } from "./scripts/installable.ts";

/** Where the development servers of api and hub answer; `make up` starts them behind one port. */
const backend = `http://localhost:${process.env.HUBSTAKE_PORT ?? "8080"}`;

/** Libraries of every page. Inputs, tables, STOMP and the faces of other scripts are not: they come with the pages that use them. */
const VENDOR =
  /\/node_modules\/(react|react-dom|scheduler|react-i18next|i18next|jotai|@tanstack\/(?!(react-table|table-core|react-virtual|virtual-core)\/)[^/]+)\//;

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

export default defineConfig(({ mode }) => ({
  plugins: [react(), preloadFirst(), mode !== "kit" && installable()],
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
      input: mode === "kit" ? "dev/kit.html" : { member: "index.html", admin: "admin.html" },
      output: {
        codeSplitting: {
          // Few files for a first visit: what every page needs is two chunks, not twenty small ones.
          groups: [
            { name: "vendor", test: VENDOR },
            {
              name: "shared",
              test: /\/src\/shared\/(?!staff\/|.*(\/list\/|\/choice|filters|refusal|use-confirm|use-search|field|\/form\/|steps|amount|input-styles|data-table|\/table\/|\/chart\/|date-range|\/days|pager|save-file|facts|copy-button|account-lines|text-area|receipt\/|user-agent|rich|radio-cards|qr-code|pictures|tabs|use-grid-keys|\/(bet|draw|office|tree)\/|odds\.|find\.|banks\.|read-day|lazy-drawing|-texts|thai\.css))/,
              minShareCount: 2,
            },
            // After what both bundles share, or the back office would load the member site's features with it.
            // Rules come with their forms.
            {
              name: "core",
              test: /\/src\/(features\/(?!staff-)(?!.+(rules|rule-fault|availability|change)\.ts).+\.ts|apps\/member\/(routes\/.+|update\.ts))$/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/shared/testing/setup.ts"],
    restoreMocks: true,
    // A form is typed key by key; a busy machine takes its time.
    testTimeout: 60_000,
  },
}));
