import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentKind } from "#shared/documents.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { documentQuery } from "./document.ts";

interface DocumentPageProps {
  kind: DocumentKind;
  /** 0: the newest. */
  version: number;
  /** The way from an older version to the newest. */
  newest: ReactNode;
}

/** Terms, privacy or cookies, for everybody. */
export function DocumentPage({ kind, version, newest }: DocumentPageProps) {
  const { t, i18n } = useTranslation("session");
  const format = useFormat();
  const query = useQuery(documentQuery(kind, version, i18n.language));
  return (
    <Page title={query.data?.title ?? t(`document.${kind}`)} narrow>
      <QueryView query={query} skeleton={<Skeleton height="60rem" radius="var(--radius-m)" />}>
        {(document) =>
          document === null ? (
            <EmptyState art="notices" title={t("document.none")} />
          ) : (
            <Panel
              title={t("document.version", { version: document.version, at: format.date(document.publishedAt) })}
              aside={version > 0 && newest}
            >
              <RichText html={document.content} />
            </Panel>
          )
        }
      </QueryView>
    </Page>
  );
}
