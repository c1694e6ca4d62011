import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ChangeList } from "#shared/staff/settings/setting-changes.tsx";
import { Button } from "#shared/ui/button.tsx";
import classes from "./settings.module.css";
import type { DraftState } from "./use-draft.ts";

/** Says that a colleague saved first, and what that changed. */
export function Conflict({ draft }: { draft: DraftState }) {
  const { t } = useTranslation("settings");
  if (!draft.newer) return null;
  return (
    <section className={classes.conflict} role="alert">
      <h2>{t("conflict.title")}</h2>
      <p>{t("conflict.text")}</p>
      <ChangeList changes={draft.conflict} />
      <Button variant="quiet" onClick={draft.accept}>
        {t("conflict.go")}
      </Button>
    </section>
  );
}

/** How many changes are not saved yet, with the ways on; the children say what is wrong with them. Nothing without changes. */
export function DraftFoot({ draft, children }: { draft: DraftState; children?: ReactNode }) {
  const { t } = useTranslation("settings");
  if (!draft.dirty) return null;
  const count = draft.changes.length + Object.keys(draft.wrong).length;
  return (
    <div className={classes.foot}>
      <span aria-live="polite">{t("changes", { count })}</span>
      {children}
      <Button variant="quiet" onClick={draft.discard}>
        {t("discard")}
      </Button>
      <Button type="submit" disabled={draft.newer}>
        {t("review")}
      </Button>
    </div>
  );
}
