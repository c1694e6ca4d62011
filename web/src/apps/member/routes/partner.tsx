import { createRoute, redirect } from "@tanstack/react-router";
import i18next from "i18next";
import { sessionQuery } from "#features/session/session.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { store } from "#shared/store.ts";
import { toastAtom } from "#shared/ui/toast.tsx";
import { memberRoute } from "./base.tsx";

/**
 * The addresses of the partner area as far as pages of members lead there; a visit from outside gets partner.html from the server. The area
 * is for members with recommendYn Y; others are told so and sent home (product.txt, section 5).
 */
export const partnerRoutes = [paths.partner, "/member/partner", "/partner/$"].map((path) =>
  createRoute({
    getParentRoute: () => memberRoute,
    path,
    beforeLoad: async ({ context, preload }) => {
      const session = await context.queryClient.ensureQueryData(sessionQuery);
      if (session?.member.recommendYn === "Y") return;
      if (!preload) store.set(toastAtom, { tone: "warning", text: i18next.t("front.error.afterAccess") });
      throw redirect({ to: paths.home });
    },
    component: lazyPage(() => import("../pages/report-pages.tsx"), "PartnerPage"),
  }),
);
