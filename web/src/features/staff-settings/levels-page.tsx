import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Choice } from "#shared/ui/choice.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useSearch } from "#shared/use-search.ts";
import { History } from "./history.tsx";
import { LevelsForm } from "./levels-form.tsx";
import { Planned } from "./planned.tsx";
import { levelParts, levelsSearch, type Settings, settingsQuery } from "./settings.ts";
import { useDraft } from "./use-draft.ts";

/** The limits of the ten levels, what is scheduled, and the versions of the limits. */
export function LevelsPage() {
  const { t } = useTranslation(["settings", "admin"]);
  const query = useQuery(settingsQuery);
  const { search, replace } = useSearch(levelsSearch);
  const names = { limits: t("level.limits"), planned: t("area.planned"), history: t("area.history") };
  return (
    <ListPage
      title={t("admin:nav.levels")}
      lead={t("level.lead")}
      filters={
        <Choice
          label={t("level.label")}
          value={search.part ?? "limits"}
          onChange={(next) => replace({ part: next })}
          options={(["limits", ...levelParts] as const).map((value) => ({ value, label: names[value] }))}
        />
      }
    >
      <QueryView query={query} skeleton={<Skeleton height="32rem" radius="var(--radius-l)" />}>
        {(settings) => <Parts settings={settings} />}
      </QueryView>
    </ListPage>
  );
}

/** Keeps the changes that are not saved yet while one goes from part to part. */
function Parts({ settings }: { settings: Settings }) {
  const { search, onPage } = useSearch(levelsSearch);
  const draft = useDraft(settings);
  const page = search.page ?? 1;
  if (search.part === "planned") return <Planned page={page} onPage={onPage} />;
  if (search.part === "history") return <History settings={settings} option="levels" page={page} onPage={onPage} />;
  return <LevelsForm settings={settings} draft={draft} />;
}
