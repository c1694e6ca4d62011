import { OddsButton, type OddsButtonProps } from "./odds-button.tsx";
import { useOddsChange } from "./use-odds-change.ts";

/** A price that shows where it has just gone. */
export function MovingOdds(props: OddsButtonProps) {
  return <OddsButton {...props} change={useOddsChange(props.odds)} />;
}
