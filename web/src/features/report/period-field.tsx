import { useTranslation } from "react-i18next";
import { SelectField } from "#shared/ui/select-field.tsx";
import classes from "./report.module.css";
import { type ReportPeriod, type ReportSearch, reportPeriods, reportSearch } from "./search.ts";

interface PeriodFieldProps {
  period: ReportPeriod;
  days: { startDate: string; endDate: string };
  onSearch(search: ReportSearch): void;
}

/** The period of a report, and which days that is. */
export function PeriodField({ period, days, onSearch }: PeriodFieldProps) {
  const { t } = useTranslation("report");
  return (
    <div className={classes.filter}>
      <SelectField
        label={t("period")}
        value={period}
        onChange={(next) => onSearch(reportSearch({ period: next }))}
        options={reportPeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
      />
      <p className={classes.dim}>
        {days.startDate === days.endDate ? days.endDate : t("days", { from: days.startDate, to: days.endDate })}
      </p>
    </div>
  );
}
