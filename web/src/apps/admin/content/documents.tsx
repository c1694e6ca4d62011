import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type DocumentKind, documentKinds } from "#features/document/document.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "../shell/desk.module.css";
import { documentListQuery } from "./content.ts";
import { DocumentDialog } from "./document-dialog.tsx";

/** The name of a document. */
export function useDocumentName(): (kind: string) => string {
  const { t } = useTranslation("session");
  return (kind) => {
    const known = documentKinds.find((one) => one === kind);
    return known === undefined ? kind : t(`document.${known}`);
  };
}

/** Every version of terms, privacy and cookies. What is published stays as it is; a change is a new version. */
export function Documents() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const name = useDocumentName();
  const query = useQuery(documentListQuery);
  const [writing, setWriting] = useState<{ kind: DocumentKind; newest: number } | null>(null);
  return (
    <QueryView query={query} skeleton={<Skeleton height="20rem" radius="var(--radius-m)" />}>
      {({ list }) => (
        <>
          <div className={classes.buttons}>
            {documentKinds.map((kind) => {
              const newest = list.find((row) => row.kind === kind)?.version ?? 0;
              return (
                <Button
                  key={kind}
                  variant="quiet"
                  icon={<Icon name="plus" size={18} />}
                  aria-haspopup="dialog"
                  onClick={() => setWriting({ kind, newest })}
                >
                  {t("document.publish", { kind: name(kind), version: newest + 1 })}
                </Button>
              );
            })}
          </div>
          {list.length === 0 ? (
            <EmptyState art="notices" title={t("document.none")} />
          ) : (
            <div className={classes.list}>
              <DataTable
                dense
                caption={t("content.documents")}
                rows={list}
                rowKey={(row) => `${row.kind}${row.version}`}
                columns={[
                  {
                    key: "title",
                    head: t("column.title"),
                    cell: (row) => (
                      <a href={`/${row.kind}?version=${row.version}`} target="_blank" rel="noopener">
                        {name(row.kind)}
                      </a>
                    ),
                  },
                  { key: "version", head: t("document.version"), cell: (row) => format.number(row.version) },
                  { key: "at", head: t("column.at"), cell: (row) => format.dateTime(row.publishedAt) },
                  { key: "by", head: t("document.by"), cell: (row) => row.publishedBy },
                ]}
              />
            </div>
          )}
          {writing && <DocumentDialog {...writing} onClose={() => setWriting(null)} />}
        </>
      )}
    </QueryView>
  );
}
