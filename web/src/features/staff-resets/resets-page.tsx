import { useTranslation } from "react-i18next";
import { Choice } from "#shared/ui/choice.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { useSearch } from "#shared/use-search.ts";
import { History } from "./history.tsx";
import { resetsSearch } from "./resets.ts";
import { Waiting } from "./waiting.tsx";

/** Members who forgot a secret: staff confirms who asks, and never sees the secret (S-06). */
export function ResetsPage() {
  const { t } = useTranslation("admin");
  const { search, replace, onPage } = useSearch(resetsSearch);
  const { part = "waiting", page = 1 } = search;
  return (
    <ListPage
      title={t("nav.resets")}
      lead={t("reset.lead")}
      filters={
        <Choice
          label={t("approval.label")}
          value={part}
          onChange={(next) => replace({ part: next })}
          options={[
            { value: "waiting", label: t("approval.waiting") },
            { value: "all", label: t("reset.all") },
          ]}
        />
      }
    >
      {part === "waiting" ? <Waiting page={page} onPage={onPage} /> : <History page={page} onPage={onPage} />}
    </ListPage>
  );
}
