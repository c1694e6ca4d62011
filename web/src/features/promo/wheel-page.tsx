import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Page } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { wheelQuery } from "./promo.ts";
import { Turns } from "./turns.tsx";
import { WheelPlay } from "./wheel-play.tsx";

interface WheelPageProps {
  page: number;
  onPage(page: number): void;
}

/** One turn of the wheel a day, with the odds of each prize (D-55) and the proof that the result was fixed before the turn. */
export function WheelPage({ page, onPage }: WheelPageProps) {
  const { t } = useTranslation("promo");
  const query = useQuery(wheelQuery);
  return (
    <Page title={t("wheel.title")} lead={t("wheel.lead")}>
      <QueryView query={query} skeleton={<Skeleton height="28rem" radius="var(--radius-l)" />}>
        {(wheel) =>
          wheel === null ? (
            <EmptyState art="games" title={t("off.title")}>
              {t("off.text")}
            </EmptyState>
          ) : (
            <>
              <WheelPlay key={wheel.turn.day} wheel={wheel} />
              <Turns page={page} onPage={onPage} />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}
