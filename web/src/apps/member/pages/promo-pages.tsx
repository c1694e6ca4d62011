import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AttendancePage } from "#features/promo/attendance-page.tsx";
import { CouponsPage } from "#features/promo/coupons-page.tsx";
import { GiftsPage } from "#features/promo/gifts-page.tsx";
import { WheelPage } from "#features/promo/wheel-page.tsx";
import { putBalance, useBalance } from "#features/wallet/balance.ts";
import { paths } from "#shared/paths.ts";
import { useSite } from "#shared/site.ts";
import { Icon } from "#shared/ui/icon.tsx";

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
  const { t } = useTranslation();
  const { page = 1, part } = giftsRoute.useSearch();
  const navigate = giftsRoute.useNavigate();
  const balance = useBalance();
  const open = useSite()?.pointGiving ?? false;
  const ways = [
    { to: paths.attendance, text: t("nav.attendance") },
    { to: paths.wheel, text: t("nav.wheel") },
    { to: paths.events, text: t("nav.events") },
  ].map(({ to, text }) => (
    <Link key={to} to={to}>
      {text}
      <Icon name="next" size={16} />
    </Link>
  ));
  return (
    <GiftsPage
      page={page}
      sent={part === "sent"}
      points={open && balance ? balance.pointAmt : null}
      ways={ways}
      onPart={(sent) => void navigate({ search: sent ? { part: "sent" } : {}, resetScroll: false })}
      onPage={(next) => void navigate({ search: { ...(part && { part }), page: next } })}
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
