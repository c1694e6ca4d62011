import { useTranslation } from "react-i18next";
import { Choice } from "#shared/ui/choice.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { useSearch } from "#shared/use-search.ts";
import { detailsSearch } from "./details.ts";
import { History } from "./history.tsx";
import { Waiting } from "./waiting.tsx";

/** Members who ask for a change of phone, name or bank account (S-04). */
export function StaffDetailsPage() {
  const { t } = useTranslation(["details", "admin"]);
  const { search, replace, onPage } = useSearch(detailsSearch);
  const { part = "waiting", page = 1 } = search;
  return (
    <ListPage
      title={t("admin:nav.details")}
      lead={t("lead")}
      filters={
        <Choice
          label={t("admin:approval.label")}
          value={part}
          onChange={(next) => replace({ part: next })}
          options={[
            { value: "waiting", label: t("admin:approval.waiting") },
            { value: "all", label: t("all") },
          ]}
        />
      }
    >
      {part === "waiting" ? <Waiting page={page} onPage={onPage} /> : <History page={page} onPage={onPage} />}
    </ListPage>
  );
}
