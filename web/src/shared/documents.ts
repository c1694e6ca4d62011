import { useTranslation } from "react-i18next";

/** The legal documents that a site publishes. */
export const documentKinds = ["terms", "privacy", "cookies"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Returns the name of a document; a kind of a newer server names itself. */
export function useDocumentName(): (kind: string) => string {
  const { t } = useTranslation("session");
  return (kind) => {
    const known = documentKinds.find((one) => one === kind);
    return known === undefined ? kind : t(`document.${known}`);
  };
}
