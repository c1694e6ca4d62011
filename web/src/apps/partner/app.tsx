import { useQuery } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { OfficeFrame } from "#shared/app/office-frame.tsx";
import { lazyPart } from "#shared/lazy.ts";
import { sessionQuery } from "#shared/partner/session.ts";
import { useTabTitle } from "#shared/ui/title.ts";

/** Persons who are logged in never see it. */
const LoginPage = lazyPart(async () => (await import("#features/partner-login/login-page.tsx")).LoginPage);

/** Partners and their sub-staff see the partner area, everyone else its login page. */
export function App({ router }: { router: AnyRouter }) {
  const { t } = useTranslation("partner");
  const session = useQuery(sessionQuery);
  useTabTitle(t("title"), 0);
  return (
    <OfficeFrame session={session} login={<LoginPage />}>
      <RouterProvider router={router} />
    </OfficeFrame>
  );
}
