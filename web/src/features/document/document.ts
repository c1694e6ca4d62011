import { queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import type { DocumentKind } from "#shared/documents.ts";
import { loadFaces } from "#shared/faces.ts";

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
