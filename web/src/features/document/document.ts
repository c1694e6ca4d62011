import { queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import type { DocumentKind } from "#shared/documents.ts";

/** How long a text waits for its letters. */
const FACES_MS = 3_000;

/** Loads the faces that a long text needs: it would move under the reader when they arrive. */
async function loadFaces(text: string): Promise<void> {
  if (!("fonts" in document)) return;
  const faces = document.fonts.load(`1rem ${getComputedStyle(document.documentElement).fontFamily}`, text);
  await Promise.race([faces.catch(() => []), new Promise((resolve) => setTimeout(resolve, FACES_MS))]);
}

/** A version of a legal document in a language, the newest for version 0; null when none was published. */
export function documentQuery(kind: DocumentKind, version: number, language: string) {
  return queryOptions({
    queryKey: ["document", kind, version, language],
    queryFn: async ({ signal }): Promise<Res<"/api/etc/document"> | null> => {
      try {
        const answer = await api.call("/api/etc/document", { kind, version }, { signal, retries: 1 });
        await loadFaces(answer.content);
        return answer;
      } catch (error) {
        if (isCode(error, "E001")) return null;
        throw error;
      }
    },
  });
}
