import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./saved-views.module.css";

/** The longest name of a view, in characters. */
const NAME_MAX = 60;

export interface SavedView {
  idx: number;
  name: string;
}

/** The calls about views: each resolves when it is done, and rejects with the refusal. */
export interface ViewCalls<View extends SavedView> {
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

interface SaveProps extends Pick<ViewCalls<SavedView>, "onSave"> {
  /** A sentence about what a view leaves out. */
  omits?: string | undefined;
  onClose(): void;
}

/** Asks for the name under which what the page shows now is saved. */
export function Save({ omits, onSave, onClose }: SaveProps) {
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

interface RowProps<View extends SavedView> extends Omit<ViewCalls<View>, "onSave"> {
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

interface ManageProps<View extends SavedView> extends Omit<ViewCalls<View>, "onSave"> {
  views: readonly View[];
  onClose(): void;
}

/** All views of the list, each with what can be done to it. */
export function Manage<View extends SavedView>({ views, onClose, ...calls }: ManageProps<View>) {
  const { t } = useTranslation("admin");
  const call = useCall();
  return (
    <Dialog title={t("views.manage")} onClose={onClose}>
      <Refusal error={call.error} />
      {views.length === 0 ? (
        <p className={classes.text}>{t("views.none")}</p>
      ) : (
        <ul className={classes.rows}>
          {views.map((view) => (
            <Row key={`${view.idx}${view.name}`} view={view} call={call} {...calls} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
