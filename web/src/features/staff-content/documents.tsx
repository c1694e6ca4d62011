import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addressOf, type DocumentKind, documentKinds, useDocumentName } from "#shared/documents.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { type DocumentRow, documentListQuery } from "./content.ts";
import { DocumentDialog } from "./document-dialog.tsx";

/** Every version of the legal documents and of the guides. A published version never changes; a change is a new version. */
export function Documents() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const name = useDocumentName();
  const query = useQuery(documentListQuery);
  const [writing, setWriting] = useState<{ kind: DocumentKind; newest: number } | null>(null);
  const columns: Column<DocumentRow>[] = [
    {
      key: "title",
      head: t("column.title"),
      phone: "title",
      cell: (row) => (
        <a href={`${addressOf(row.kind)}?version=${row.version}`} target="_blank" rel="noopener">
          {name(row.kind)}
        </a>
      ),
    },
    { key: "version", head: t("document.version"), phone: "amount", cell: (row) => format.number(row.version) },
    { key: "at", head: t("column.at"), phone: "when", cell: (row) => format.dateTime(row.publishedAt) },
    { key: "by", head: t("document.by"), phone: "state", cell: (row) => row.publishedBy },
  ];
  return (
    <>
      <List
        density="compact"
        query={query}
        caption={t("content.documents")}
        rowKey={(row) => `${row.kind}${row.version}`}
        columns={columns}
        height="20rem"
        above={({ list }) => (
          <div className={staff.buttons}>
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
        )}
        empty={<EmptyState art="notices" title={t("document.none")} />}
      />
      {writing && <DocumentDialog {...writing} onClose={() => setWriting(null)} />}
    </>
  );
}
