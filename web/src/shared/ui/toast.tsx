import { atom, useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./icon.tsx";
import classes from "./toast.module.css";

export interface Toast {
  id: number;
  text: string;
  tone: "done" | "info" | "warning";
}

const MOST = 3;

/** How many milliseconds a toast is shown. Tests show it for longer: on a busy machine they may look for it late. */
export const shownMsAtom = atom(6_000);

const listAtom = atom<Toast[]>([]);

/** Says what was done. Errors of a form stand at their field, not here. */
export const toastAtom = atom(null, (get, set, toast: Omit<Toast, "id">) => {
  const list = get(listAtom);
  const id = (list.at(-1)?.id ?? 0) + 1;
  set(listAtom, [...list, { ...toast, id }].slice(-MOST));
});

const dismissAtom = atom(null, (get, set, id: number) => {
  set(
    listAtom,
    get(listAtom).filter((toast) => toast.id !== id),
  );
});

export function useToast(): (toast: Omit<Toast, "id">) => void {
  return useSetAtom(toastAtom);
}

function Item({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const dismiss = useSetAtom(dismissAtom);
  const shownMs = useAtomValue(shownMsAtom);
  useEffect(() => {
    const timer = setTimeout(() => dismiss(toast.id), shownMs);
    return () => clearTimeout(timer);
  }, [toast.id, shownMs, dismiss]);
  return (
    <li className={`${classes.toast} ${classes[toast.tone]}`}>
      <Icon name={toast.tone === "done" ? "check" : toast.tone === "warning" ? "warning" : "info"} />
      <span>{toast.text}</span>
      <button type="button" className={classes.close} aria-label={t("close")} onClick={() => dismiss(toast.id)}>
        <Icon name="close" />
      </button>
    </li>
  );
}

/** Where toasts appear; one per app. */
export function Toasts() {
  const list = useAtomValue(listAtom);
  return (
    <ul className={classes.list} aria-live="polite">
      {list.map((toast) => (
        <Item key={toast.id} toast={toast} />
      ))}
    </ul>
  );
}
