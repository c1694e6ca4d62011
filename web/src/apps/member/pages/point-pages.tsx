import { getRouteApi } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { convertOpenAtom } from "#features/point/atoms.ts";
import { PointPage } from "#features/point/point-page.tsx";
import { useBalance } from "#features/wallet/balance.ts";
import { paths } from "#shared/paths.ts";

const pointRoute = getRouteApi(`/shell/member${paths.point}`);

export function PointRoute() {
  const balance = useBalance();
  const navigate = pointRoute.useNavigate();
  const openConvert = useSetAtom(convertOpenAtom);
  return (
    <PointPage
      points={balance?.pointAmt ?? 0}
      search={pointRoute.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
      onConvert={() => openConvert(true)}
    />
  );
}
