import { BottomBar } from "./bottom-bar.tsx";
import { Frame } from "./frame.tsx";
import { MobileHeader } from "./mobile-header.tsx";
import { Ticker } from "./ticker.tsx";

/** The mobile layout: a low header with the balance, the page, and the product's five links under the thumb. */
export function MobileShell() {
  return (
    <Frame
      head={
        <>
          <MobileHeader />
          <Ticker />
        </>
      }
      bar={<BottomBar />}
    />
  );
}
