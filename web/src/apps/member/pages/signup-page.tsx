import { getRouteApi, useRouter } from "@tanstack/react-router";
import { SignupPage } from "#features/session/signup-page.tsx";
import { paths } from "#shared/paths.ts";

const signupRoute = getRouteApi(`/shell/guest${paths.signup}`);

export function SignupRoute() {
  const { ref, step } = signupRoute.useSearch();
  const navigate = signupRoute.useNavigate();
  const { history } = useRouter();
  return (
    <SignupPage
      invited={ref}
      second={step === "person"}
      onStep={(next) => {
        if (next === "account") history.back();
        else void navigate({ search: (before) => ({ ...before, step: next }) });
      }}
    />
  );
}
