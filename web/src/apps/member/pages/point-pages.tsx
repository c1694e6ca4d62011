import { getRouteApi } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { convertOpenAtom } from "#features/point/atoms.ts";
import { PointPage } from "#features/point/point-page.tsx";
import { useBalance } from "#features/wallet/balance.ts";
import { paths } from "#shared/paths.ts";

const pointRoute = getRouteApi(`/shell/member${paths.point}`);

export function PointRoute() {
  const balance = useBalance();
  const { page = 1 } = pointRoute.useSearch();
  const navigate = pointRoute.useNavigate();
  const openConvert = useSetAtom(convertOpenAtom);
  return (
    <PointPage
      points={balance?.pointAmt ?? 0}
      page={page}
      onPage={(next) => void navigate({ search: { page: next } })}
      onConvert={() => openConvert(true)}
    />
  );
}
