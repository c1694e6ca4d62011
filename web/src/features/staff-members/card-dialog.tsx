import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { Dialog } from "#shared/ui/dialog.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { cardQuery } from "./card.ts";
import { Notes } from "./notes.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { StatusForm } from "./status-form.tsx";

/** A member's account as staff manages it: the status, what the member is allowed, and what staff wrote down. */
export function CardDialog({ memId, onClose }: { memId: string; onClose(): void }) {
  const { t } = useTranslation("admin");
  const mayChange = useRight("standing");
  const query = useQuery(cardQuery(memId));
  return (
    <Dialog wide title={t("card.title", { memId })} onClose={onClose}>
      <QueryView query={query} compact skeleton={<Skeleton height="32rem" radius="var(--radius-m)" />}>
        {(card) => (
          <div className={staff.form}>
            {mayChange && <StatusForm key={`${card.status}${card.statusAt}`} card={card} />}
            {mayChange && card.status !== "pending" && card.status !== "deleted" && (
              <SettingsForm key={card.version} card={card} />
            )}
            <Notes card={card} />
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}
