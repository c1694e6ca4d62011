import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { AttendancePage } from "#features/promo/attendance-page.tsx";
import { CouponsPage } from "#features/promo/coupons-page.tsx";
import { GiftsPage } from "#features/promo/gifts-page.tsx";
import { WheelPage } from "#features/promo/wheel-page.tsx";
import { putBalance } from "#features/wallet/balance.ts";
import { paths } from "#shared/paths.ts";

const attendanceRoute = getRouteApi(`/shell/member${paths.attendance}`);
const couponsRoute = getRouteApi(`/shell/member${paths.coupons}`);
const giftsRoute = getRouteApi(`/shell/member${paths.gifts}`);
const wheelRoute = getRouteApi(`/shell/member${paths.wheel}`);

export function CouponsRoute() {
  const client = useQueryClient();
  const { page = 1 } = couponsRoute.useSearch();
  const navigate = couponsRoute.useNavigate();
  return (
    <CouponsPage
      page={page}
      onPage={(next) => void navigate({ search: { page: next } })}
      onBalance={(moved) => putBalance(client, moved)}
    />
  );
}

export function GiftsRoute() {
  const client = useQueryClient();
  const { page = 1 } = giftsRoute.useSearch();
  const navigate = giftsRoute.useNavigate();
  return (
    <GiftsPage
      page={page}
      onPage={(next) => void navigate({ search: { page: next } })}
      onBalance={(moved) => putBalance(client, moved)}
    />
  );
}

export function AttendanceRoute() {
  const { month } = attendanceRoute.useSearch();
  const navigate = attendanceRoute.useNavigate();
  return (
    <AttendancePage month={month} onMonth={(next) => void navigate({ search: { month: next }, resetScroll: false })} />
  );
}

export function WheelRoute() {
  const { page = 1 } = wheelRoute.useSearch();
  const navigate = wheelRoute.useNavigate();
  return <WheelPage page={page} onPage={(next) => void navigate({ search: { page: next }, resetScroll: false })} />;
}
