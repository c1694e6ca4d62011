import { getRouteApi } from "@tanstack/react-router";
import { betLock } from "#features/game/lock.ts";
import { StudioPage } from "#features/game/studio-page.tsx";
import { StudiosPage } from "#features/game/studios-page.tsx";
import { useMember } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { usePlay } from "../play.ts";

const slotsRoute = getRouteApi(`/shell/member${paths.slots}`);
const studioRoute = getRouteApi(`/shell/member${paths.studio}`);

export function SlotsRoute() {
  const navigate = slotsRoute.useNavigate();
  return (
    <StudiosPage
      groupCode="slot"
      lock={betLock(useMember())}
      onPlay={usePlay()}
      search={slotsRoute.useSearch()}
      // Each letter is not a step back.
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}

export function StudioRoute() {
  const navigate = studioRoute.useNavigate();
  const { procId } = studioRoute.useParams();
  return (
    <StudioPage
      key={procId}
      groupCode="slot"
      procId={procId}
      lock={betLock(useMember())}
      onPlay={usePlay()}
      search={studioRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
