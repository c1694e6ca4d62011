import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Member, SiteOption } from "#shared/api/types.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import classes from "./account.module.css";
import { type ChangeKind, changes } from "./change.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { CloseDialog, type CloseDialogProps } from "./close-dialog.tsx";
import { Devices } from "./devices.tsx";
import { Logins } from "./logins.tsx";
import { RequestsPanel } from "./requests-panel.tsx";

interface AccountPageProps {
  member: Member;
  site: SiteOption;
  page: number;
  onPage(page: number): void;
  /** A link to where the rest is asked for. */
  ask: ReactNode;
  closing: Pick<CloseDialogProps, "left" | "withdraw" | "onClosed">;
}

/** Login and devices: what a member changes by themselves, where they are logged in, and who tried. */
export function AccountPage({ member, site, page, onPage, ask, closing }: AccountPageProps) {
  const { t } = useTranslation("session");
  const [changing, setChanging] = useState<ChangeKind | null>(null);
  const [leaving, setLeaving] = useState(false);
  const shown: Record<ChangeKind, string> = {
    password: "••••••••",
    pin: "•".repeat(site.pinLength),
    nick: member.memNick,
    lang: t("change.lang.text"),
  };
  return (
    <Page title={t("account.title")} lead={t("account.lead")}>
      <div className={classes.columns}>
        <Panel title={t("account.own")}>
          <ul className={classes.rows}>
            {changes.map((kind) => (
              <li key={kind}>
                <div>
                  <strong>{t(`change.${kind}.name`)}</strong>
                  <span className={classes.dim}>{shown[kind]}</span>
                </div>
                <Button
                  variant="quiet"
                  size="sm"
                  aria-haspopup="dialog"
                  aria-label={t(`change.${kind}.title`)}
                  onClick={() => setChanging(kind)}
                >
                  {t("change.open")}
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
        <Devices />
      </div>
      <RequestsPanel site={site} ask={ask} />
      <Logins page={page} onPage={onPage} />
      <Panel title={t("close.title")}>
        <p className={classes.dim}>{t("close.lead")}</p>
        <div>
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setLeaving(true)}>
            {t("close.open")}
          </Button>
        </div>
      </Panel>
      {leaving && <CloseDialog {...closing} onClose={() => setLeaving(false)} />}
      {changing && <ChangeDialog kind={changing} member={member} site={site} onClose={() => setChanging(null)} />}
    </Page>
  );
}
