import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { Icon } from "../icon.tsx";
import { Refusal } from "../refusal.tsx";
import { useToast } from "../toast.tsx";
import classes from "./saved-views.module.css";

/** The longest name of a view, in characters. */
const NAME_MAX = 60;

export interface SavedView {
  idx: number;
  name: string;
}

interface SavedViewsProps<View extends SavedView> {
  views: readonly View[];
  /** The view that the page shows now, if it shows one. */
  current: View | undefined;
  /** What a view does not keep, in words. */
  omits?: string | undefined;
  onShow(view: View): void;
  /** Each resolves when it is done, and rejects with the refusal. */
  onSave(name: string): Promise<unknown>;
  onRename(view: View, name: string): Promise<unknown>;
  /** Gives a view what the page shows now. */
  onReplace(view: View): Promise<unknown>;
  onDelete(view: View): Promise<unknown>;
}

/** Calls the server and keeps the refusal, until the next call. */
function useCall() {
  const toast = useToast();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const run = async (call: () => Promise<unknown>, done: string, after?: () => void) => {
    setError(null);
    setBusy(true);
    try {
      await call();
      toast({ tone: "done", text: done });
      after?.();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return { error, busy, run };
}

type SaveProps = Pick<SavedViewsProps<SavedView>, "omits" | "onSave"> & { onClose(): void };

function Save({ omits, onSave, onClose }: SaveProps) {
  const { t } = useTranslation("admin");
  const [name, setName] = useState("");
  const [missing, setMissing] = useState(false);
  const { error, busy, run } = useCall();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    setMissing(trimmed === "");
    if (trimmed === "" || busy) return;
    void run(() => onSave(trimmed), t("views.saved", { name: trimmed }), onClose);
  };
  return (
    <Dialog title={t("views.save")} onClose={onClose}>
      <form noValidate onSubmit={submit} className={classes.form}>
        <p className={classes.text}>
          {t("views.saveText")} {omits}
        </p>
        <Field
          label={t("views.name")}
          value={name}
          maxLength={NAME_MAX}
          autoFocus
          error={missing ? t("views.noName") : undefined}
          onChange={setName}
        />
        <Refusal error={error} />
        <Button type="submit" busy={busy} wide>
          {t("views.save")}
        </Button>
      </form>
    </Dialog>
  );
}

interface RowProps<View extends SavedView> extends Pick<SavedViewsProps<View>, "onRename" | "onReplace" | "onDelete"> {
  view: View;
  call: ReturnType<typeof useCall>;
}

function Row<View extends SavedView>({ view, call: { busy, run }, onRename, onReplace, onDelete }: RowProps<View>) {
  const { t } = useTranslation("admin");
  const { name } = view;
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <li className={classes.row}>
      <Field label={t("views.nameOf", { name })} value={typed} maxLength={NAME_MAX} onChange={setTyped} />
      <div className={classes.buttons}>
        <Button
          variant="quiet"
          size="sm"
          aria-label={t("views.renameOf", { name })}
          disabled={busy || wanted === "" || wanted === name}
          onClick={() => void run(() => onRename(view, wanted), t("views.renamed", { name: wanted }))}
        >
          {t("views.rename")}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          aria-label={t("views.replaceOf", { name })}
          disabled={busy}
          onClick={() => void run(() => onReplace(view), t("views.replaced", { name }))}
        >
          {t("views.replace")}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={t("views.deleteOf", { name })}
          disabled={busy}
          onClick={() => void run(() => onDelete(view), t("views.deleted", { name }))}
        >
          {t("views.delete")}
        </Button>
      </div>
    </li>
  );
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
  const call = useCall();
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
        <Dialog title={t("views.manage")} onClose={close}>
          <Refusal error={call.error} />
          {views.length === 0 ? (
            <p className={classes.text}>{t("views.none")}</p>
          ) : (
            <ul className={classes.rows}>
              {views.map((view) => (
                <Row
                  key={`${view.idx}${view.name}`}
                  view={view}
                  call={call}
                  onRename={onRename}
                  onReplace={onReplace}
                  onDelete={onDelete}
                />
              ))}
            </ul>
          )}
        </Dialog>
      )}
    </div>
  );
}
