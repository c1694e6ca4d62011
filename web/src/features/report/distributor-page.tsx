import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QrCode } from "#shared/ui/qr-code.tsx";
import classes from "./report.module.css";

/** The address at which signup has the referrer filled in. */
const inviteLink = (memId: string) => `${location.origin}${paths.signup}?ref=${encodeURIComponent(memId)}`;

interface DistributorPageProps {
  memId: string;
  /** The member may refer others. */
  affiliate: boolean;
  /** The link to the partner area. */
  area: ReactNode;
  /** For members who are no partners: where to ask. */
  ask: ReactNode;
}

/**
 * An affiliate's own: the ID and the link to invite with. The figures of its members are in the partner area only, whose session takes a
 * one-time code (D-73).
 */
export function DistributorPage({ memId, affiliate, area, ask }: DistributorPageProps) {
  const { t } = useTranslation("report");
  if (!affiliate) {
    return (
      <Page title={t("partner.title")}>
        <EmptyState art="questions" title={t("partner.none")} action={ask}>
          {t("partner.noneText")}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={t("partner.title")} lead={t("partner.lead")}>
      <div className={classes.panels}>
        <Panel title={t("partner.members")}>
          <p>{t("partner.areaText")}</p>
          <p className={classes.invite}>{area}</p>
        </Panel>
        <Panel title={t("partner.invite")}>
          <p className={classes.invite}>
            <strong>{memId}</strong>
            <CopyButton text={memId} label={t("partner.invite")} />
          </p>
          <p className={classes.dim}>{t("partner.inviteText")}</p>
          <div className={classes.link}>
            <QrCode text={inviteLink(memId)} label={t("partner.linkCode")} />
            <p className={classes.invite}>
              <span className={classes.address}>{inviteLink(memId)}</span>
              <CopyButton text={inviteLink(memId)} label={t("partner.link")} />
            </p>
          </div>
        </Panel>
      </div>
    </Page>
  );
}
