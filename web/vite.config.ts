import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Where the development servers of api and hub answer; `make up` starts them behind one port. */
const backend = `http://localhost:${process.env.HUBSTAKE_PORT ?? "8080"}`;

/**
 * One chunk per language and bundle, so that a page loads the texts of one language in one request.
 * The back office's texts never reach a member.
 */
function textChunk(id: string): string | null {
  const found = /\/locales\/([a-z]+)\/([a-z]+)\.json$/.exec(id);
  if (!found) return null;
  return found[2] === "admin" ? `texts-${found[1]}-admin` : `texts-${found[1]}`;
}

export default defineConfig({
  plugins: [react()],
  server: {
    port: 5173,
    proxy: {
      "/api": backend,
      "/hub": { target: backend, ws: true },
    },
  },
  build: {
    target: "es2023",
    // Small assets become files too: a data: font or script would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { member: "index.html", admin: "admin.html" },
      output: {
        codeSplitting: { groups: [{ name: textChunk, test: /\/locales\// }] },
      },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/shared/testing/setup.ts"],
    restoreMocks: true,
  },
});
