import classes from "./studio-mark.module.css";

/** Studios whose marks we have drawn (public/art/studios), by lobbySymbol. */
const drawn = new Set([
  "hanok",
  "saigon",
  "orbit",
  "nami",
  "harbor",
  "sportsbook",
  "draws",
  "riviera",
  "lagoon",
  "abyss",
  "crane",
  "regatta",
]);

/** A studio's mark; one that we have not drawn shows its first letters. */
export function StudioMark({ symbol, name, size = 88 }: { symbol: string; name: string; size?: number }) {
  if (drawn.has(symbol)) return <img src={`/art/studios/${symbol}.svg`} alt="" width={size} height={size} />;
  return (
    <svg viewBox="0 0 100 100" width={size} height={size} aria-hidden="true">
      <circle cx="50" cy="50" r="40" className={classes.ground} />
      <text x="50" y="50" className={classes.letters}>
        {[...name].slice(0, 2).join("").toUpperCase()}
      </text>
    </svg>
  );
}
