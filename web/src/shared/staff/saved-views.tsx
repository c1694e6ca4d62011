import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Manage, Save, type SavedView, type ViewCalls } from "./saved-view-dialogs.tsx";
import classes from "./saved-views.module.css";

interface SavedViewsProps<View extends SavedView> extends ViewCalls<View> {
  views: readonly View[];
  /** The view that the page shows now, if it shows one. */
  current: View | undefined;
  /** A sentence about what a view leaves out. */
  omits?: string | undefined;
  onShow(view: View): void;
}

/**
 * The views of a list that a person saved: each is a button that shows it again, beside the buttons that save what the page shows now,
 * and rename, replace or delete a view. The page keeps them and says what a view is.
 */
export function SavedViews<View extends SavedView>({
  views,
  current,
  omits,
  onShow,
  onSave,
  onRename,
  onReplace,
  onDelete,
}: SavedViewsProps<View>) {
  const { t } = useTranslation("admin");
  const [open, setOpen] = useState<"save" | "manage" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={classes.bar}>
      {views.length > 0 && (
        <ul aria-label={t("views.label")} className={classes.views}>
          {views.map((view) => (
            <li key={view.idx}>
              <button
                type="button"
                className={classes.view}
                aria-pressed={view.idx === current?.idx}
                onClick={() => onShow(view)}
              >
                {view.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="ghost"
        size="sm"
        icon={<Icon name="plus" size={16} />}
        aria-haspopup="dialog"
        onClick={() => setOpen("save")}
      >
        {t("views.save")}
      </Button>
      {views.length > 0 && (
        <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setOpen("manage")}>
          {t("views.manage")}
        </Button>
      )}
      {open === "save" && <Save omits={omits} onSave={onSave} onClose={close} />}
      {open === "manage" && (
        <Manage views={views} onRename={onRename} onReplace={onReplace} onDelete={onDelete} onClose={close} />
      )}
    </div>
  );
}
