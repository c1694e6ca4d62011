import { Suspense } from "react";
import { lazyPart } from "#shared/lazy.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { Frame } from "./frame.tsx";
import { MobileHeader } from "./mobile-header.tsx";
import { Ticker } from "./ticker.tsx";

const Pull = lazyPart(async () => (await import("#shared/ui/pull.tsx")).Pull);

/** The mobile layout: a low header with the balance, the page, and the product's five links under the thumb. */
export function MobileShell() {
  return (
    <Frame
      head={
        <>
          <MobileHeader />
          <Ticker />
          <Suspense>
            <Pull />
          </Suspense>
        </>
      }
      bar={<BottomBar />}
    />
  );
}
