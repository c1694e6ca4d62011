import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { type Asked, OfferSwitch } from "./offer-switch.tsx";
import type { OfferedGame, OfferKind, Switch } from "./offers.ts";

/** The reason that the product gives when it stops a provider itself: the option whose limit was reached. */
const DAY_LIMIT = "providerDayMax";

/** Whether a part of the offer is open to members, and why not. */
function State({ row, within }: { row: Switch; within: OfferedGame["within"] | "" }) {
  const { t } = useTranslation("offer");
  if (row.withdrawn) return <StatusPill tone="calm">{t("state.withdrawn")}</StatusPill>;
  if (row.off) return <StatusPill tone="busy">{t("state.off")}</StatusPill>;
  if (within === "vendor" || within === "group" || within === "product") {
    return <StatusPill tone="busy">{t(`state.within.${within}`)}</StatusPill>;
  }
  return <StatusPill tone="good">{t("state.on")}</StatusPill>;
}

interface SwitchColumns<Row> {
  columns: Column<Row>[];
  /** The dialog that is open, if any. */
  dialog: ReactNode;
}

/** The columns that every list of the offer ends with: state, since when, by whom and why, and the button of the switch. */
export function useSwitchColumns<Row extends Switch>(
  kind: OfferKind,
  name: (row: Row) => { id: string; name: string },
  within: (row: Row) => OfferedGame["within"] | "" = () => "",
  more?: (row: Row) => ReactNode,
): SwitchColumns<Row> {
  const { t } = useTranslation("offer");
  const { t: admin } = useTranslation("admin");
  const format = useFormat();
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns: Column<Row>[] = [
    {
      key: "state",
      head: admin("column.status"),
      phone: "state",
      cell: (row) => <State row={row} within={within(row)} />,
    },
    {
      key: "since",
      head: admin("switch.since"),
      phone: "when",
      cell: (row) =>
        row.setAt ? (
          <>
            {format.dateTime(row.setAt)} <span className={staff.dim}>{row.setBy}</span>
            {row.reason && (
              <>
                <br />
                <span className={staff.wrap}>{row.reason === DAY_LIMIT ? t("stoppedByLimit") : row.reason}</span>
              </>
            )}
          </>
        ) : (
          "–"
        ),
    },
    {
      key: "do",
      head: admin("column.do"),
      align: "end",
      cell: (row) => {
        const part = name(row);
        return (
          <RowActions>
            {more?.(row)}
            <RowButton
              variant={row.off ? "primary" : "quiet"}
              label={t(row.off ? "onOf" : "offOf", { name: part.name })}
              onClick={() => setAsked({ kind, ...part, now: row })}
            >
              {t(row.off ? "on" : "off")}
            </RowButton>
          </RowActions>
        );
      },
    },
  ];
  return { columns, dialog: asked && <OfferSwitch asked={asked} onClose={() => setAsked(null)} /> };
}
