import type { FileFormat } from "#shared/api/client.ts";
import type { Cell } from "#shared/ui/table/csv.ts";
import { TableFile } from "#shared/ui/table/file.ts";

/** The columns of the file of a statement, with its names. Shares are as exact as there: rolling in parts of 10,000 of a minor unit, losing in those of 100,000,000. */
const own = ["rolling", "losing"] as const;
const bet = [
  ...["line", "round", "turn", "member", "product", "folders", "game", "betAt", "settledAt"],
  ...["stake", "payout", "valid", "why", "bonus", "version", "at", "head"],
] as const;
/** Of an offset: the day of the kept statement, its number, what was kept of it before and what is left. */
const offset = ["offset", "no", "kept", "left"] as const;
/** In basis points: of the partner, and of the level below it. */
const rates = ["rollingRate", "losingRate", "rollingRateBelow", "losingRateBelow"] as const;

type Level = [memId: string, rolling: number, losing: number, ...insured: number[]];

/** A line of the file; its head, totals and seal are no rows. */
function row(data: Record<string, unknown>): Cell[] | null {
  const cells = (keys: readonly string[]) => keys.map((key) => (data[key] as string | number | undefined) ?? null);
  if ("offset" in data) {
    const taken = [BigInt(data.rolling as number) * 10_000n, BigInt(data.losing as number) * 100_000_000n];
    return [...bet.map(() => null), ...cells(offset), ...rates.map(() => null), ...taken];
  }
  if (!("levels" in data)) return null;
  const levels = data.levels as Level[];
  const [, rolling, losing] = levels.at(-1) as Level;
  const [, rollingBelow, losingBelow] = levels.at(-2) ?? ["", 0, 0];
  return [
    ...cells(bet),
    ...offset.map(() => null),
    ...[rolling, losing, rollingBelow, losingBelow],
    ...own.map((key) => BigInt(data[key] as string)),
  ];
}

/** Makes the file of a statement a table: a row for each bet, gift and offset. Text comes in parts, in any cut. */
export class StatementTable {
  #rest = "";
  readonly #file: TableFile;

  constructor(format: FileFormat) {
    this.#file = new TableFile(format);
    this.#file.add([[...bet, ...offset, ...rates, ...own]]);
  }

  take(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    this.#file.add(
      lines.flatMap((line) => {
        const cells = row(JSON.parse(line) as Record<string, unknown>);
        return cells ? [cells] : [];
      }),
    );
  }

  end(): Blob {
    return this.#file.end();
  }
}
