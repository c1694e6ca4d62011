import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Panel } from "#shared/ui/page.tsx";
import { Fold } from "./fold.tsx";
import { LimitDialog } from "./limit-dialog.tsx";
import { LimitLine } from "./limit-line.tsx";
import { LimitRow } from "./limit-row.tsx";
import classes from "./protection.module.css";
import type { Protection } from "./protection.ts";
import { type Days, findLimit, type Kind, kinds, windows } from "./rules.ts";

interface LimitsPanelProps {
  state: Protection;
  /** In a break nothing is loosened. */
  inBreak: boolean;
  now: number;
}

/** Four kinds of limits, each in one line that opens to its three windows with what is used of them. */
export function LimitsPanel({ state, inBreak, now }: LimitsPanelProps) {
  const { t } = useTranslation("protection");
  const [edited, setEdited] = useState<{ kind: Kind; days: Days } | null>(null);
  return (
    <Panel title={t("limits.title")}>
      <p className={classes.quiet}>{t("limits.lead")}</p>
      <div className={classes.folds}>
        {kinds.map((kind) => (
          <Fold
            key={kind}
            title={t(`kind.${kind}`)}
            state={<LimitLine kind={kind} state={state} />}
            waits={state.limits.some((limit) => limit.kind === kind && limit.pending !== null)}
          >
            <p className={classes.quiet}>{t(`kind.${kind}.text`)}</p>
            <ul className={classes.rows}>
              {windows.map((days) => (
                <LimitRow
                  key={days}
                  kind={kind}
                  days={days}
                  limit={findLimit(state, kind, days)}
                  inBreak={inBreak}
                  now={now}
                  onEdit={() => setEdited({ kind, days })}
                />
              ))}
            </ul>
          </Fold>
        ))}
      </div>
      {edited && (
        <LimitDialog
          kind={edited.kind}
          days={edited.days}
          limit={findLimit(state, edited.kind, edited.days)}
          inBreak={inBreak}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}
