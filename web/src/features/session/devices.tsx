import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { deviceName } from "#shared/user-agent.ts";
import classes from "./account.module.css";
import { type Device, devicesQuery, useEndDevices } from "./account.ts";

/** Where the member is logged in, and a way to end what they do not recognise. */
export function Devices() {
  const { t } = useTranslation("session");
  const format = useFormat();
  const toast = useToast();
  const query = useQuery(devicesQuery);
  const { mutateAsync: end } = useEndDevices();
  const confirm = useConfirm();
  const [now] = useState(() => Date.now());
  const nameOf = ({ userAgent }: Device): string => {
    const { browser, system } = deviceName(userAgent);
    return [browser, system].filter(Boolean).join(" · ") || t("devices.unknown");
  };
  const ask = (device: Device | null) =>
    confirm.ask({
      title: device === null ? t("devices.endOthers.title") : t("devices.end.title", { device: nameOf(device) }),
      text: t("devices.end.text"),
      confirm: device === null ? t("devices.endOthers") : t("devices.end"),
      tone: "danger",
      run: async () => {
        const { ended } = await end(device?.sid ?? null);
        toast({ tone: "done", text: t("devices.done", { count: ended }) });
      },
    });
  const others = (query.data?.list ?? []).some((device) => !device.current);
  return (
    <Panel
      title={t("devices.title")}
      aside={
        others && (
          <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => ask(null)}>
            {t("devices.endOthers")}
          </Button>
        )
      }
    >
      <QueryView compact query={query} skeleton={<Skeleton height="9rem" radius="var(--radius-m)" />}>
        {({ list }) => (
          <ul className={classes.devices}>
            {list.map((device) => (
              <li key={device.sid}>
                <Icon name={deviceName(device.userAgent).phone ? "phone" : "device"} size={24} />
                <div className={classes.device}>
                  <p>
                    <strong>{nameOf(device)}</strong>
                    {device.current && <StatusPill tone="good">{t("devices.current")}</StatusPill>}
                  </p>
                  <p className={classes.dim}>
                    {t("devices.line", { ip: device.ip, since: format.dateTime(device.since) })}
                    {" · "}
                    {t("devices.seen", { ago: format.ago(device.seenAt, now) })}
                  </p>
                </div>
                {!device.current && (
                  <Button
                    variant="quiet"
                    size="sm"
                    aria-haspopup="dialog"
                    aria-label={t("devices.endOf", { device: nameOf(device) })}
                    onClick={() => ask(device)}
                  >
                    {t("devices.end")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <p className={classes.dim}>{t("devices.hint")}</p>
      {confirm.dialog}
    </Panel>
  );
}
