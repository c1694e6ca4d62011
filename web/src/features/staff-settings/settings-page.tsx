import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Choice } from "#shared/ui/choice.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useSearch } from "#shared/use-search.ts";
import { History } from "./history.tsx";
import { Planned } from "./planned.tsx";
import { parts, type Settings, settingsQuery, settingsSearch } from "./settings.ts";
import { SettingsForm } from "./settings-form.tsx";
import { useDraft } from "./use-draft.ts";

/** The settings of the site, one area at a time, and the history of their changes. */
export function SettingsPage() {
  const { t } = useTranslation(["settings", "admin"]);
  const query = useQuery(settingsQuery);
  const { search, replace } = useSearch(settingsSearch);
  const part = search.part ?? "account";
  return (
    <ListPage
      title={t("admin:nav.settings")}
      lead={t("lead")}
      filters={
        <Choice
          label={t("area.label")}
          value={part}
          onChange={(next) => replace({ part: next })}
          options={(["account", ...parts] as const).map((value) => ({ value, label: t(`area.${value}`) }))}
        />
      }
    >
      <QueryView query={query} skeleton={<Skeleton height="32rem" radius="var(--radius-l)" />}>
        {(settings) => <Parts settings={settings} />}
      </QueryView>
    </ListPage>
  );
}

/** Keeps what was typed while one goes from area to area. */
function Parts({ settings }: { settings: Settings }) {
  const { search, replace, onPage } = useSearch(settingsSearch);
  const draft = useDraft(settings);
  const area = search.part ?? "account";
  if (area === "planned") return <Planned page={search.page ?? 1} onPage={onPage} />;
  if (area === "history") return <History settings={settings} page={search.page ?? 1} onPage={onPage} />;
  return <SettingsForm settings={settings} draft={draft} area={area} onArea={(next) => replace({ part: next })} />;
}
