import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentKind } from "#shared/documents.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { RichText, readHeadings } from "#shared/ui/rich-text.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { PHONE, useMedia } from "#shared/ui/use-media.ts";
import classes from "./document.module.css";
import { documentQuery, type LegalDocument } from "./document.ts";
import { fillFigures } from "./figures.ts";

interface DocumentPageProps {
  kind: DocumentKind;
  /** 0: the newest. */
  version: number;
  /** The way from an older version to the newest. */
  newest: ReactNode;
}

/** A legal document or a guide, for everybody. */
export function DocumentPage({ kind, version, newest }: DocumentPageProps) {
  const { t, i18n } = useTranslation(["session", "common"]);
  const query = useQuery(documentQuery(kind, version, i18n.language));
  return (
    <Page title={query.data?.title ?? t(`common:document.${kind}`)}>
      <QueryView query={query} skeleton={<Skeleton height="60rem" radius="var(--radius-m)" />}>
        {(document) =>
          document === null ? (
            <EmptyState art="notices" title={t("document.none")} />
          ) : (
            <Text document={document} aside={version > 0 && newest} />
          )
        }
      </QueryView>
    </Page>
  );
}

/** Contents of so few lines leave room for the text on a phone. */
const SHORT = 6;

/** The text with its contents: beside it, or above it on a phone. */
function Text({ document, aside }: { document: LegalDocument; aside: ReactNode }) {
  const { t } = useTranslation("session");
  const format = useFormat();
  const phone = useMedia(PHONE);
  const html = useMemo(() => fillFigures(document, format), [document, format]);
  const headings = useMemo(() => readHeadings(html), [html]);
  // The text comes after the page, when the browser has looked for the anchor of the address already.
  useEffect(() => {
    const id = location.hash.slice(1);
    if (headings.some((heading) => heading.id === id)) window.document.getElementById(id)?.scrollIntoView();
  }, [headings]);
  return (
    <div className={classes.columns}>
      {headings.length > 0 && (
        <nav className={classes.contents} aria-labelledby="contents">
          {/* On a phone the text comes first. */}
          <details open={!phone || headings.length <= SHORT}>
            <summary>
              <h2 id="contents">{t("document.contents")}</h2>
              <Icon name="chevron" />
            </summary>
            <ol>
              {headings.map(({ id, text, sub }) => (
                <li key={id} className={sub ? classes.sub : undefined}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ol>
          </details>
        </nav>
      )}
      <Panel
        title={
          <span className={classes.version}>
            {t("document.version", { version: document.version, at: format.date(document.publishedAt) })}
          </span>
        }
        aside={aside}
      >
        <div className={document.faces ? undefined : classes.device}>
          <RichText html={html} anchors />
        </div>
      </Panel>
    </div>
  );
}
