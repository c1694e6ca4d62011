import { useState } from "react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../save-file.ts";
import { Button } from "../button.tsx";
import { Checkbox } from "../checkbox.tsx";
import { Choice } from "../choice.tsx";
import { Dialog } from "../dialog.tsx";
import { FileMenu } from "../file-menu.tsx";
import { Icon } from "../icon.tsx";
import { type Column, type Density, nameOf } from "./column.ts";
import { fileOf } from "./file.ts";
import type { TableLook } from "./memory.ts";
import classes from "./table-tools.module.css";

interface TableToolsProps<Row> {
  /** The name of the list, and of its file. */
  name: string;
  columns: Column<Row>[];
  rows: Row[];
  hidden: ReadonlySet<string>;
  density: Density;
  look: TableLook;
  onLook(look: TableLook): void;
  /** The server makes the file of the whole selection itself. */
  exported?: boolean;
}

/** Which columns a list shows and how high its rows are, and its rows as a file. */
export function TableTools<Row>({
  name,
  columns,
  rows,
  hidden,
  density,
  look,
  onLook,
  exported = false,
}: TableToolsProps<Row>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [, ...choices] = columns.filter((column) => nameOf(column) !== "");
  const shown = columns.filter(({ key }) => !hidden.has(key));
  return (
    <div className={classes.tools}>
      <Button
        variant="ghost"
        size="sm"
        icon={<Icon name="settings" size={16} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t("table.columns")}
      </Button>
      {!exported && columns.some((column) => column.value) && (
        <FileMenu
          variant="ghost"
          size="sm"
          label={t("table.export")}
          onChoose={(format) => saveFile(fileOf(format, shown, rows), `${name}.${format}`)}
        />
      )}
      {open && (
        <Dialog title={t("table.columns")} onClose={() => setOpen(false)}>
          <Choice
            label={t("table.density")}
            value={density}
            options={(["comfortable", "compact"] as const).map((value) => ({ value, label: t(`table.${value}`) }))}
            onChange={(next) => onLook({ ...look, density: next })}
          />
          <div>
            {choices.map(({ key, head }) => (
              <Checkbox
                key={key}
                label={head}
                checked={!hidden.has(key)}
                onChange={(checked) => onLook({ ...look, columns: { ...look.columns, [key]: checked } })}
              />
            ))}
          </div>
        </Dialog>
      )}
    </div>
  );
}
