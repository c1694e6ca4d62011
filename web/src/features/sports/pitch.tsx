import classes from "./match-head.module.css";

/** Grounds by what is painted on them, in 400 by 160. */
const grounds = {
  pitch:
    "M8 8h384v144H8zM200 8v144M200 52a28 28 0 1 0 0 56 28 28 0 0 0 0-56M8 40h52v80H8M392 40h-52v80h52M8 60h20v40H8M392 60h-20v40h20M60 66q14 14 0 28M340 66q-14 14 0 28",
  hall: "M8 8h384v144H8zM200 8v144M200 62a18 18 0 1 0 0 36 18 18 0 0 0 0-36M8 20h36q70 60 0 120H8M392 20h-36q-70 60 0 120h36M8 60h60v40H8M392 60h-60v40h60",
  net: "M8 8h384v144H8zM200 0v160M8 32h384M8 128h384M104 32v96M296 32v96M104 80h192",
  gridiron:
    "M8 8h384v144H8zM56 8v144M344 8v144M92 8v144M128 8v144M164 8v144M200 8v144M236 8v144M272 8v144M308 8v144M92 56h216M92 104h216",
  diamond:
    "M200 148L128 84l72-64 72 64zM200 148q-190-70-130-128M200 148q190-70 130-128M70 20q130-40 260 0M200 76a10 10 0 1 0 0 20 10 10 0 0 0 0-20",
  ring: "M120 8h160l56 56v32l-56 56H120l-56-56V64zM134 22h132l48 46v24l-48 46H134l-48-46V68z",
  map: "M8 8h384v144H8zM8 152L392 8M60 8v60q0 40 40 40h240M24 124h40v28M336 8v28h56M150 60h40v40h-40zM214 60h40v40h-40z",
} as const;

const groundOf: Record<string, keyof typeof grounds> = {
  soccer: "pitch",
  handball: "hall",
  basketball: "hall",
  hockey: "pitch",
  volleyball: "net",
  badminton: "net",
  tennis: "net",
  football: "gridiron",
  baseball: "diamond",
  combat: "ring",
  esport: "map",
};

/** The ground of a sport, behind the score. */
export function Pitch({ sport }: { sport: string }) {
  return (
    <svg viewBox="0 0 400 160" preserveAspectRatio="xMidYMid slice" className={classes.pitch} aria-hidden="true">
      <rect width="400" height="160" className={classes.grass} />
      {[0, 2, 4, 6].map((at) => (
        <rect key={at} x={at * 50} width="50" height="160" className={classes.mown} />
      ))}
      <path d={grounds[groundOf[sport] ?? "pitch"]} className={classes.paint} />
    </svg>
  );
}
