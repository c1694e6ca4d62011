import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import { gamesQuery, type Product } from "./catalog.ts";
import classes from "./picker.module.css";
import { StudioMark } from "./studio-mark.tsx";

/** Studios, four in a row, each with its mark. */
export function StudioGrid({ studios }: { studios: Product[] }) {
  return (
    <ul className={classes.grid}>
      {studios.map((product) => (
        <li key={product.procId}>
          <StudioTile product={product} />
        </li>
      ))}
    </ul>
  );
}

function StudioTile({ product }: { product: Product }) {
  const { t } = useTranslation("game");
  const games = useQuery(gamesQuery(product.procId, product.groupCode)).data;
  return (
    <Link to={paths.studio} params={{ procId: product.procId }} className={classes.studio}>
      <span className={classes.mark}>
        <StudioMark symbol={product.lobbySymbol} name={product.name} />
      </span>
      <span className={classes.name}>{product.name}</span>
      <span className={classes.count}>{games ? t("studio.count", { count: games.length }) : "\u00a0"}</span>
    </Link>
  );
}
