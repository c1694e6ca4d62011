import { useAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { updateAtom } from "../update.ts";
import { loadUpdate } from "../worker.ts";
import classes from "./update-bar.module.css";

/** A newer version of the site waits: the member says when, because a reload empties forms. */
export function UpdateBar() {
  const { t } = useTranslation();
  const [waiting, setWaiting] = useAtom(updateAtom);
  if (!waiting) return null;
  return (
    <div role="status" className={classes.bar}>
      <span>{t("update.text")}</span>
      <Button size="sm" onClick={() => loadUpdate(waiting)}>
        {t("update.load")}
      </Button>
      <button type="button" className={classes.close} aria-label={t("close")} onClick={() => setWaiting(null)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
