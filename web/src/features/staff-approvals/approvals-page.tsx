import { useTranslation } from "react-i18next";
import { Choice } from "#shared/ui/choice.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { useSearch } from "#shared/use-search.ts";
import { approvalsSearch } from "./approvals.ts";
import { History } from "./history.tsx";
import { Rules } from "./rules.tsx";
import { Waiting } from "./waiting.tsx";

/** Actions that need two persons (S-84): those that wait, what became of the others, and the rules. */
export function ApprovalsPage() {
  const { t } = useTranslation("admin");
  const { search, replace, onPage } = useSearch(approvalsSearch);
  const { part = "waiting", page = 1 } = search;
  return (
    <ListPage
      title={t("nav.approvals")}
      lead={t("approval.lead")}
      filters={
        <Choice
          label={t("approval.label")}
          value={part}
          onChange={(next) => replace({ part: next })}
          options={[
            { value: "waiting", label: t("approval.waiting") },
            { value: "over", label: t("approval.over") },
            { value: "rules", label: t("approval.rules") },
          ]}
        />
      }
    >
      {part === "waiting" && <Waiting page={page} onPage={onPage} />}
      {part === "over" && <History page={page} onPage={onPage} />}
      {part === "rules" && <Rules />}
    </ListPage>
  );
}
