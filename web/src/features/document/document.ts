import { queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import type { DocumentKind } from "#shared/documents.ts";

/** How long a text waits for its letters. */
const FACES_MS = 3_000;

/**
 * Loads the faces that a long text needs: it would move under the reader when they arrive. False when they did not come in time:
 * such a text keeps the device's own face.
 */
async function loadFaces(text: string): Promise<boolean> {
  if (!("fonts" in document)) return true;
  const faces = document.fonts.load(`1rem ${getComputedStyle(document.documentElement).fontFamily}`, text);
  return Promise.race([
    faces.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, FACES_MS, false)),
  ]);
}

/** A version of a legal document, and whether the site's own faces are there for its text. */
export type LegalDocument = Res<"/api/etc/document"> & { faces: boolean };

/** A version of a legal document in a language, the newest for version 0; null when none was published. */
export function documentQuery(kind: DocumentKind, version: number, language: string) {
  return queryOptions({
    queryKey: ["document", kind, version, language],
    queryFn: async ({ signal }): Promise<LegalDocument | null> => {
      try {
        const answer = await api.call("/api/etc/document", { kind, version }, { signal, retries: 1 });
        return { ...answer, faces: await loadFaces(answer.content) };
      } catch (error) {
        if (isCode(error, "E001")) return null;
        throw error;
      }
    },
  });
}
