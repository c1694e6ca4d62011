import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api, type FileFormat, type FilePath, type Req } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { saveFile } from "#shared/save-file.ts";
import { FileMenu } from "#shared/ui/file-menu.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./list-parts.module.css";

interface FileButtonProps<P extends FilePath> {
  path: P;
  /** The selection, as the list has it. */
  body: Req<P>;
  /** Of the file, without its ending. */
  name: string;
}

/** Saves the whole selection as a file for spreadsheets; a file that holds only the first rows says so. */
export function FileButton<P extends FilePath>({ path, body, name }: FileButtonProps<P>) {
  const { t } = useTranslation("partner-reports");
  const toast = useToast();
  const file = useMutation({ mutationFn: (format: FileFormat) => api.list(path, body, format) });
  const save = (format: FileFormat) =>
    file.mutate(format, {
      onSuccess: ({ blob, cut }) => {
        const saved = `${name}.${format}`;
        saveFile(blob, saved);
        toast({ tone: "done", text: t(cut ? "savedCut" : "saved", { name: saved }) });
      },
    });
  return (
    <div className={classes.file}>
      <FileMenu label={t("save")} busy={file.isPending} onChoose={save} />
      <Refusal error={file.error} />
    </div>
  );
}

/** Names and amounts beside each other, above a list. */
export function Figures({ label, figures }: { label: string; figures: { name: string; value: ReactNode }[] }) {
  return (
    <section aria-label={label}>
      <dl className={classes.figures}>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Up to which moment figures are complete. */
export function AsOf({ at }: { at: string | null }) {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  return <p className={classes.asOf}>{at === null ? t("asOf.never") : t("asOf", { time: format.moment(at) })}</p>;
}
