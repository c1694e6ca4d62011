import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { SampleForm } from "./sample-form.tsx";
import { type Sample, samplesQuery, useDeleteSample } from "./samples.ts";

/** The prepared answers of the site: the list, or one that is written. */
export function SamplesDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("admin");
  const query = useQuery(samplesQuery);
  const { mutateAsync: remove } = useDeleteSample();
  const confirm = useConfirm();
  const [editing, setEditing] = useState<Sample | "new" | null>(null);
  if (editing !== null)
    return (
      <SampleForm
        key={editing === "new" ? "new" : editing.idx}
        sample={editing === "new" ? undefined : editing}
        onClose={() => setEditing(null)}
      />
    );
  const askToDelete = ({ idx = 0, name }: Sample) =>
    confirm.ask({
      title: t("content.delete.title", { title: name }),
      text: t("sample.deleteText"),
      confirm: t("content.delete"),
      tone: "danger",
      done: t("content.deleted", { title: name }),
      run: () => remove(idx),
    });
  return (
    <Dialog wide title={t("sample.title")} onClose={onClose}>
      <div className={staff.form}>
        <div className={staff.buttons}>
          <Button icon={<Icon name="plus" size={18} />} onClick={() => setEditing("new")}>
            {t("sample.add")}
          </Button>
        </div>
        <List
          density="compact"
          query={query}
          caption={t("sample.title")}
          rowKey={(row) => row.idx ?? 0}
          columns={[
            {
              key: "name",
              head: t("sample.name"),
              cell: (row) => <span className={staff.ellipsis}>{row.name}</span>,
            },
            {
              key: "lang",
              head: t("column.language"),
              cell: (row) => row.texts.map(({ lang }) => lang.toUpperCase()).join(", "),
            },
            {
              key: "actions",
              head: t("column.do"),
              align: "end",
              cell: (row) => (
                <RowActions>
                  <RowButton label={t("content.editOf", { title: row.name })} onClick={() => setEditing(row)}>
                    {t("content.edit")}
                  </RowButton>
                  <RowButton label={t("content.deleteOf", { title: row.name })} onClick={() => askToDelete(row)}>
                    {t("content.delete")}
                  </RowButton>
                </RowActions>
              ),
            },
          ]}
          height="12rem"
          empty={<EmptyState art="questions" title={t("sample.none")} />}
        />
      </div>
      {confirm.dialog}
    </Dialog>
  );
}
