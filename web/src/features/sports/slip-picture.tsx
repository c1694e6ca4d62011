import classes from "./esport.module.css";

const marks: { at: [x: number, y: number]; name: string }[] = [
  { at: [22, 27], name: "1" },
  { at: [22, 67], name: "2" },
  { at: [196, 67], name: "3" },
  { at: [330, 22], name: "4" },
  { at: [330, 112], name: "5" },
  { at: [330, 180], name: "6" },
];

/** A drawing of the page of matches with its parts numbered as the list beside it. */
export function SlipPicture() {
  const bar = (x: number, y: number, width: number, height = 8) => (
    <rect x={x} y={y} width={width} height={height} rx="3" className={classes.line} />
  );
  return (
    <svg viewBox="0 0 480 220" className={classes.picture} aria-hidden="true">
      <rect x="6" y="6" width="300" height="208" rx="10" className={classes.sheet} />
      {bar(40, 22, 110)}
      {[48, 100, 152].map((y, row) => (
        <g key={y}>
          <rect x="14" y={y} width="284" height="44" rx="8" className={classes.row} />
          {bar(40, y + 12, 90)}
          {bar(40, y + 26, 70)}
          {[176, 238].map((x, side) => (
            <rect
              key={x}
              x={x}
              y={y + 8}
              width="54"
              height="28"
              rx="6"
              className={row === 0 && side === 0 ? classes.chosen : classes.price}
            />
          ))}
        </g>
      ))}
      <rect x="316" y="6" width="158" height="208" rx="10" className={classes.sheet} />
      {bar(348, 18, 80)}
      <rect x="324" y="40" width="142" height="44" rx="8" className={classes.row} />
      {bar(334, 52, 80)}
      {bar(334, 66, 60)}
      <rect x="324" y="98" width="142" height="30" rx="6" className={classes.price} />
      {bar(348, 140, 90)}
      {bar(348, 154, 60)}
      <rect x="324" y="168" width="142" height="32" rx="8" className={classes.chosen} />
      {marks.map(({ at: [x, y], name }) => (
        <g key={name}>
          <circle cx={x} cy={y} r="9" className={classes.mark} />
          <text x={x} y={y + 4} textAnchor="middle" className={classes.number}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}
