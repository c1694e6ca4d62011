import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import { pollEvery } from "#shared/query.ts";
import { siteCheckQuery, useSite } from "#shared/site.ts";
import { Button } from "#shared/ui/button.tsx";
import { LanguageMenu } from "#shared/ui/language-menu.tsx";
import { useTitle } from "#shared/ui/title.ts";
import { MaintenanceArt } from "./maintenance-art.tsx";
import { PlannedEnd } from "./planned-end.tsx";
import classes from "./site.module.css";

const LOOK_AGAIN_MS = 15_000;

/** Maintenance. It looks by itself whether the site is back, besides what the socket says. */
export function WarningPage() {
  const { t } = useTranslation("main");
  const router = useRouter();
  const site = useSite();
  const check = useQuery({ ...siteCheckQuery, refetchInterval: pollEvery(LOOK_AGAIN_MS) });
  const title = t("warning.title", { site: site?.name ?? "Hubstake" });
  useTitle(title);
  const over = check.data?.inspect === false;
  const window = check.data?.windows.find(({ name, running }) => name === "site" && running);

  useEffect(() => {
    if (over) void router.navigate({ to: paths.home, replace: true });
  }, [over, router]);

  return (
    <main className={classes.bare}>
      <div className={classes.language}>
        <LanguageMenu />
      </div>
      <MaintenanceArt />
      <h1>{title}</h1>
      {window && window.text !== "" && <p className={classes.words}>{window.text}</p>}
      <p>{t("warning.text")}</p>
      {window && <PlannedEnd ends={window.ends} />}
      <Button variant="quiet" busy={check.isFetching} onClick={() => void check.refetch()}>
        {t("warning.check")}
      </Button>
    </main>
  );
}
