import { useAwaitsMember, useMember } from "#features/session/session.ts";
import { Frame } from "./frame.tsx";
import { Header } from "./header.tsx";
import { Rail, RailPlace } from "./rail.tsx";
import { Ticker } from "./ticker.tsx";

/** The desktop layout: header with the games and ticker above, the member's own menu at the left. */
export function DesktopShell() {
  const member = useMember();
  const awaited = useAwaitsMember();
  return (
    <Frame
      head={
        <>
          <Header />
          <Ticker />
        </>
      }
      side={member ? <Rail member={member} /> : awaited && <RailPlace />}
    />
  );
}
