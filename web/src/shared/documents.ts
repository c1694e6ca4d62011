import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";

/** The documents that a site publishes, legal ones and guides, and their addresses. */
export const documentPaths = {
  terms: paths.terms,
  privacy: paths.privacy,
  cookies: paths.cookies,
  howto: paths.howToGuide,
  betting: paths.bettingGuide,
  games: paths.gameGuide,
  rules: paths.houseRules,
} as const;

export type DocumentKind = keyof typeof documentPaths;

function isDocumentKind(kind: string): kind is DocumentKind {
  return Object.hasOwn(documentPaths, kind);
}

export const documentKinds = Object.keys(documentPaths).filter(isDocumentKind);

/** The address of a document; a kind of a newer server has none yet. */
export const addressOf = (kind: string): string => (isDocumentKind(kind) ? documentPaths[kind] : paths.home);

/** Those that inform about playing here, in the order in which a reader wants them. */
export const guides = ["howto", "betting", "games", "rules"] as const satisfies DocumentKind[];

/** Reports whether a document is a guide: members are not asked to agree to it. */
export const isGuide = (kind: DocumentKind): boolean => guides.some((one) => one === kind);

/** Returns the name of a document; a kind of a newer server names itself. */
export function useDocumentName(): (kind: string) => string {
  const { t } = useTranslation();
  return (kind) => (isDocumentKind(kind) ? t(`document.${kind}`) : kind);
}
