import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Money } from "#shared/ui/money.tsx";
import classes from "./today.module.css";
import type { Figures } from "./today.ts";

interface TileProps {
  name: string;
  value: ReactNode;
  /** The figure of yesterday at the same time, or what explains the value. */
  beside?: string;
  hint?: string;
  main?: boolean;
}

function Tile({ name, value, beside, hint, main = false }: TileProps) {
  return (
    <div className={classes.tile} data-main={main}>
      <dt>{name}</dt>
      <dd>
        <strong className={classes.value}>{value}</strong>
        {beside && <span className={classes.beside}>{beside}</span>}
        {hint && <span className={classes.beside}>{hint}</span>}
      </dd>
    </div>
  );
}

/** The figures of the day beside those of yesterday at the same time. Staff without the right to money sees who is online. */
export function Tiles({ figures, online }: { figures: Figures | null; online: number }) {
  const { t } = useTranslation("today");
  const format = useFormat();
  const yesterday = (value: string) => t("earlier", { value });
  return (
    <dl className={classes.tiles}>
      {figures && (
        <>
          <Tile
            main
            name={t("net")}
            value={<Money amount={figures.in.now - figures.out.now} />}
            beside={yesterday(format.money(figures.in.earlier - figures.out.earlier))}
          />
          <Tile
            main
            name={t("result")}
            value={<Money amount={figures.ggr.now} />}
            beside={yesterday(format.money(figures.ggr.earlier))}
            hint={figures.open.now > 0 ? t("resultOpen", { open: format.money(figures.open.now) }) : t("resultHint")}
          />
          <Tile
            name={t("in")}
            value={<Money amount={figures.in.now} />}
            beside={yesterday(format.money(figures.in.earlier))}
            hint={t("count", { count: figures.inCount })}
          />
          <Tile
            name={t("out")}
            value={<Money amount={figures.out.now} />}
            beside={yesterday(format.money(figures.out.earlier))}
            hint={t("count", { count: figures.outCount })}
          />
          <Tile
            name={t("stake")}
            value={<Money amount={figures.stake.now} />}
            beside={yesterday(format.money(figures.stake.earlier))}
          />
          <Tile
            name={t("joined")}
            value={format.number(figures.joined.now)}
            beside={yesterday(format.number(figures.joined.earlier))}
          />
        </>
      )}
      <Tile name={t("online")} value={online < 0 ? t("unknown") : format.number(online)} />
    </dl>
  );
}
