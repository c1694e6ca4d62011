import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import type { Reminder } from "./atoms.ts";
import classes from "./protection.module.css";
import { figuresQuery, useAnswer } from "./protection.ts";
import { SessionFigures } from "./session-figures.tsx";

interface ReminderDialogProps {
  reminder: Reminder;
  /** A link to the limits. The app passes it, because features do not know the routes. */
  limits: ReactNode;
  onLeave(): void;
  onClose(): void;
}

/** Shows at least every hour how long the member has been here and how much they won or lost (S-43). */
export function ReminderDialog({ reminder, limits, onLeave, onClose }: ReminderDialogProps) {
  const { t } = useTranslation("protection");
  const query = useQuery(figuresQuery);
  const answer = useAnswer();
  const close = () => {
    answer.mutate();
    onClose();
  };
  return (
    <Dialog title={t(`remind.${reminder}.title`)} onClose={close}>
      <div className={classes.form}>
        <p>{t(`remind.${reminder}.text`)}</p>
        <QueryView query={query} compact skeleton={<Skeleton height="8rem" />}>
          {(figures) => <SessionFigures figures={figures} />}
        </QueryView>
        <div className={classes.buttons}>
          <Button
            variant="quiet"
            onClick={() => {
              close();
              onLeave();
            }}
          >
            {t("remind.leave")}
          </Button>
          <Button autoFocus onClick={close}>
            {t("remind.go")}
          </Button>
        </div>
        {limits}
      </div>
    </Dialog>
  );
}
