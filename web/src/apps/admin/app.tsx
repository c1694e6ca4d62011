import { useQuery } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { useWaitingTitle } from "#features/staff-site/tab-title.ts";
import { OfficeFrame } from "#shared/app/office-frame.tsx";
import { lazyPart } from "#shared/lazy.ts";
import { CodeAsked } from "#shared/staff/code-asked.tsx";
import { sessionQuery } from "#shared/staff/session.ts";

/** Staff who are logged in never see it, and its fields are most of what a form loads. */
const LoginPage = lazyPart(async () => (await import("#features/staff-login/login-page.tsx")).LoginPage);

/** Staff see the back office, everybody else its door. */
export function App({ router }: { router: AnyRouter }) {
  const session = useQuery(sessionQuery);
  useWaitingTitle();
  return (
    <OfficeFrame session={session} login={<LoginPage />}>
      <RouterProvider router={router} />
      <CodeAsked />
    </OfficeFrame>
  );
}
