import { DetailsPage } from "#features/session/details-page.tsx";
import { useSite } from "#features/site/site.ts";

export function MyPage() {
  return <DetailsPage site={useSite()} />;
}
