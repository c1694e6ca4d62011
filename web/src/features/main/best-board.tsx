import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Choice } from "#shared/ui/choice.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { type Line, Lines } from "./lines.tsx";
import { LinesSkeleton } from "./lines-skeleton.tsx";
import classes from "./main.module.css";

const parts = ["today", "week"] as const;
type Part = (typeof parts)[number];

/** The greatest withdrawals of today and of the week, one line for each player. */
export function BestBoard({ best }: { best: Record<Part, readonly Line[]> | undefined }) {
  const { t } = useTranslation("main");
  const [part, setPart] = useState<Part>("today");
  return (
    <Panel title={t("best.title")}>
      <Choice<Part>
        label={t("best.title")}
        value={part}
        options={parts.map((value) => ({ value, label: t(`best.${value}`) }))}
        onChange={setPart}
        swipe="section"
      />
      <div className={classes.board}>
        {best ? <Lines lines={best[part]} empty={t(`best.${part}.empty`)} ranked /> : <LinesSkeleton />}
      </div>
    </Panel>
  );
}
