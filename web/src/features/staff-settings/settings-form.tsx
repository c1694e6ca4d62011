import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { flatten } from "#shared/staff/settings/flat.ts";
import { type Area, areaOf, areas, optionOf, type Path } from "#shared/staff/settings/options.ts";
import staff from "#shared/staff/staff.module.css";
import { Fault } from "#shared/ui/refusal.tsx";
import { limitOf, limitsOf } from "./draft.ts";
import { Conflict, DraftFoot } from "./draft-parts.tsx";
import { OptionField } from "./option-field.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import classes from "./settings.module.css";
import type { Settings } from "./settings.ts";
import type { DraftState } from "./use-draft.ts";
import { useWrongText } from "./use-wrong-text.ts";

interface SettingsFormProps {
  settings: Settings;
  draft: DraftState;
  area: Area;
  /** Leads to the area of a field that is wrong. */
  onArea(area: Area): void;
}

/** The settings of one area, and at its foot what was changed in all of them. */
export function SettingsForm({ settings, draft, area, onArea }: SettingsFormProps) {
  const { t } = useTranslation("settings");
  const words = useWrongText();
  const [asked, setAsked] = useState<"no" | "wrong" | "review">("no");
  const now = flatten(settings.values);
  const standard = flatten(settings.defaults);
  const limits = limitsOf(settings);
  const wrongPaths = Object.keys(draft.wrong);
  const errorOf = (path: Path): string | undefined => {
    const wrong = draft.wrong[path];
    if (wrong) return words.ofField(path, wrong);
    return draft.refusal?.params.option === optionOf(path) ? words.ofRefusal(draft.refusal) : undefined;
  };
  const lead = (option: string | undefined) => {
    const where = option === undefined ? undefined : areaOf(option);
    if (where) onArea(where);
  };
  const review = () => {
    setAsked(wrongPaths.length > 0 ? "wrong" : "review");
    lead(wrongPaths[0]?.split(".")[0]);
  };
  const refused = (error: unknown) => {
    setAsked("no");
    draft.refuse(error);
    if (error instanceof ApiError) lead(error.params.option);
  };
  const { currency, timeZone, country, pinLength } = settings.fixed;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.dirty && !draft.newer) review();
      }}
    >
      <Conflict draft={draft} />
      <div className={classes.fields}>
        {areas[area].map((path) => (
          <OptionField
            key={path}
            path={path}
            value={now[path]}
            typed={draft.typed[path]}
            standard={standard[path]}
            limit={limitOf(limits, path)}
            error={errorOf(path)}
            onType={(raw) => draft.type(path, raw)}
          />
        ))}
      </div>
      {area === "site" && <p className={staff.dim}>{t("fixed", { currency, timeZone, country, pinLength })}</p>}
      <DraftFoot draft={draft}>
        {asked === "wrong" && wrongPaths.length > 0 && <Fault>{t("wrong.fields")}</Fault>}
      </DraftFoot>
      {asked === "review" && (
        <ReviewDialog settings={settings} draft={draft} onRefused={refused} onClose={() => setAsked("no")} />
      )}
    </form>
  );
}
