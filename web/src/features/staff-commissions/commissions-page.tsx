import { useTranslation } from "react-i18next";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { useSearch } from "#shared/use-search.ts";
import { commissionsSearch } from "./commissions.ts";
import { DayStatements } from "./day-statements.tsx";
import { Days } from "./days.tsx";

/** The commissions of partners: the settled days, and the statements of a day, which head office pays or keeps. */
export function CommissionsPage() {
  const { t } = useTranslation("commissions");
  const { search, set } = useSearch(commissionsSearch);
  const { day, state } = search;
  return (
    <ListPage title={day ? t("titleOf", { day }) : t("title")} lead={t("lead")}>
      {day ? (
        <DayStatements
          key={day}
          day={day}
          state={state}
          onState={(next) => set({ state: next })}
          onBack={() => set({ day: undefined, state: undefined })}
        />
      ) : (
        <Days onOpen={(next) => set({ day: next })} />
      )}
    </ListPage>
  );
}
