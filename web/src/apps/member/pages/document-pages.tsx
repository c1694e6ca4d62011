import { Link, useMatch, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { DocumentPage } from "#features/document/document-page.tsx";
import { documentKinds, documentPaths } from "#shared/documents.ts";

/** The page of each document: its address says which. */
export function DocumentRoute() {
  const { t } = useTranslation("session");
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const { version = 0 } = useSearch({ strict: false });
  const kind = documentKinds.find((one) => documentPaths[one] === pathname);
  if (kind === undefined) return null;
  return (
    <DocumentPage
      key={kind}
      kind={kind}
      version={version}
      newest={<Link to={documentPaths[kind]}>{t("document.newest")}</Link>}
    />
  );
}
