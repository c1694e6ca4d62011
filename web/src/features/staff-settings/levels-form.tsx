import { useState } from "react";
import { useTranslation } from "react-i18next";
import { staffPaths } from "#shared/staff/paths.ts";
import { flatten } from "#shared/staff/settings/flat.ts";
import { useSettingText } from "#shared/staff/settings/use-setting-text.ts";
import staff from "#shared/staff/staff.module.css";
import { Facts } from "#shared/ui/facts.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Fault } from "#shared/ui/refusal.tsx";
import { Conflict, DraftFoot } from "./draft-parts.tsx";
import { LevelDialog } from "./level-dialog.tsx";
import { LevelTable } from "./level-table.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import classes from "./settings.module.css";
import type { Settings } from "./settings.ts";
import type { DraftState } from "./use-draft.ts";
import { useWrongText } from "./use-wrong-text.ts";

/** The settings that have one value for all levels. */
const common = ["depositUnit", "withdrawUnit", "smallestBet", "maxWin"] as const;

/** The limits of all levels with the changes that are not saved yet, and at the foot the way to save them. */
export function LevelsForm({ settings, draft }: { settings: Settings; draft: DraftState }) {
  const { t } = useTranslation("settings");
  const text = useSettingText();
  const words = useWrongText();
  const [editing, setEditing] = useState<number | null>(null);
  const [reviewing, setReviewing] = useState(false);
  const now = flatten(settings.values);
  return (
    <>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.dirty && !draft.newer) setReviewing(true);
        }}
      >
        <Conflict draft={draft} />
        <LevelTable settings={settings} draft={draft} onEdit={setEditing} />
        <p className={staff.dim}>{t("level.legend")}</p>
        <section className={classes.version}>
          <header>
            <h2>{t("level.common")}</h2>
            <NavLink to={`${staffPaths.settings}?part=play`}>{t("level.toSettings")}</NavLink>
          </header>
          <Facts facts={common.map((path) => ({ name: text.name(path), value: text.value(path, now[path]) }))} />
        </section>
        <DraftFoot draft={draft}>{draft.refusal && <Fault>{words.inDialog(draft.refusal)}</Fault>}</DraftFoot>
      </form>
      {editing !== null && <LevelDialog level={editing} site={now} draft={draft} onClose={() => setEditing(null)} />}
      {reviewing && (
        <ReviewDialog
          settings={settings}
          draft={draft}
          onRefused={(error) => {
            setReviewing(false);
            draft.refuse(error);
          }}
          onClose={() => setReviewing(false)}
        />
      )}
    </>
  );
}
