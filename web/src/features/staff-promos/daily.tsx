import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import classes from "#shared/staff/staff.module.css";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Fault } from "#shared/ui/refusal.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { AttendanceForm } from "./attendance-form.tsx";
import own from "./promos.module.css";
import { settingsQuery } from "./promos.ts";
import { Stamp } from "./stamp.tsx";
import { Waiting } from "./waiting.tsx";
import { WheelForm } from "./wheel-form.tsx";

/**
 * The settings of a daily promotion. If a colleague saved another version first, the form starts again with that version and
 * says so.
 */
export function Daily({ part }: { part: "attendance" | "wheel" }) {
  const { t } = useTranslation("admin");
  const query = useQuery(settingsQuery);
  const [stale, setStale] = useState(false);
  const onStale = (error: unknown) => setStale(isCode(error, "C019"));
  return (
    <QueryView query={query} skeleton={<Skeleton height="24rem" radius="var(--radius-l)" />}>
      {({ attendance, wheel, stamps, secondPerson, waiting }) => (
        <>
          <Waiting changes={waiting.filter(({ change }) => change.name === part)} />
          <div className={own.panel}>
            <p className={classes.dim}>
              {t("promos.set")}: <Stamp stamp={stamps[part]} />
            </p>
            {stale && <Fault>{t("promos.stale")}</Fault>}
            {part === "attendance" ? (
              <AttendanceForm
                key={attendance.version}
                setting={attendance}
                secondPerson={secondPerson}
                onRefused={onStale}
              />
            ) : (
              <WheelForm key={wheel.version} setting={wheel} secondPerson={secondPerson} onRefused={onStale} />
            )}
          </div>
        </>
      )}
    </QueryView>
  );
}
