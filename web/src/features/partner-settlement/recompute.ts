/**
 * Computes a statement of commissions again, line by line: the twin of internal/core/waterfall/recompute.go, which has the rules. It proves that every line and
 * the totals follow from what the statement says of the bets and of the rates, and by the seal that the site signed exactly this file.
 */
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE } from "@noble/curves/utils.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** memId, rolling and losing rate in basis points, the standard amount of insured bets and the part of the stake above it in basis points. */
type Level = [memId: string, rolling: number, losing: number, insuredFrom: number, insuredPart: number];

interface Part {
  product: string;
  head: string;
  bets: number;
  stake: bigint;
  payout: bigint;
  valid: bigint;
  rolling: bigint;
  losing: bigint;
  remainder: bigint;
}

/** The totals of a statement. */
export interface Proof {
  partner: string;
  day: string;
  lines: number;
  rolling: string;
  losing: string;
  amount: string;
  hash: string;
  key: string;
}

/** The first line that is not what the rules say, or that is no line of a statement. A file that ends too early differs at the line behind its last one. */
export class Difference extends Error {
  readonly line: number;
  readonly want: string;
  readonly got: string;

  constructor(line: number, want: string, got: string) {
    super(`line ${line} differs`);
    this.line = line;
    this.want = want;
    this.got = got;
  }
}

const products = ["casino", "slot", "minigame", "sports"];
const whole = 10_000n;
const losingParts = whole * whole;

// The bounds of internal/core/waterfall.
const lineMax = 1 << 20;
const amountMax = 1_000_000_000_000_000;
const volumeMax = 1_000_000_000_000_000_000n;
const carriedMax = volumeMax * losingParts;

/** Rounds down, as the settlement does. */
function floor(n: bigint, by: bigint): bigint {
  const q = n / by;
  return n % by < 0n ? q - 1n : q;
}

/** A string with everything but printable ASCII escaped. */
function text(value: string): string {
  let out = '"';
  for (const unit of value) {
    if (unit === '"' || unit === "\\") out += `\\${unit}`;
    else if (unit >= " " && unit <= "~") out += unit;
    else for (let i = 0; i < unit.length; i++) out += `\\u${unit.charCodeAt(i).toString(16).padStart(4, "0")}`;
  }
  return `${out}"`;
}

/** What was read of a line, nothing of which is sure yet. The functions below read a value of it, or throw. */
type Data = Record<string, unknown>;

function record(value: unknown): Data {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("no object");
  return value as Data;
}

/** A text. Half of a surrogate pair is refused, because Go cannot read it. */
function string(value: unknown): string {
  if (typeof value !== "string" || /\p{Surrogate}/u.test(value)) throw new TypeError("no text");
  return value;
}

/** A whole number that is exact here. */
function integer(value: unknown, least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): number {
  if (!Number.isSafeInteger(value)) throw new TypeError("no whole number of at most 53 bits");
  const number = value as number;
  if (number < least || number > most) throw new RangeError(`${number} is not from ${least} to ${most}`);
  return number;
}

function amount(value: unknown): bigint {
  return BigInt(integer(value, -amountMax, amountMax));
}

/** The text of `form`, with a time that exists: others are read as no time, or as a later one. */
function time(value: unknown, form: RegExp, iso: (written: string) => string): string {
  const written = string(value);
  if (!form.test(written) || new Date(iso(written)).toISOString() !== iso(written))
    throw new RangeError(`${written} does not exist`);
  return written;
}

function day(value: unknown): string {
  return time(value, /^\d{4}-\d\d-\d\d$/, (written) => `${written}T00:00:00.000Z`);
}

/** A moment in UTC, to the microsecond. */
function moment(value: unknown): string {
  return time(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, (written) => `${written.slice(0, 23)}Z`);
}

function hex(value: unknown, bytes: number): string {
  const written = string(value);
  if (written.length !== 2 * bytes || !/^[0-9a-f]*$/.test(written)) throw new TypeError(`no ${2 * bytes} digits`);
  return written;
}

function carried(value: unknown): bigint {
  const written = string(value);
  if (!/^-?\d{1,27}$/.test(written)) throw new TypeError("no whole number");
  const sum = BigInt(written);
  if (sum > carriedMax || sum < -carriedMax) throw new RangeError(`${sum} is too much`);
  return sum;
}

function level(value: unknown): Level {
  if (!Array.isArray(value) || value.length !== 5) throw new TypeError("a level has five values");
  const [memId, rolling, losing, from, part] = value as unknown[];
  const points = (rate: unknown) => integer(rate, 0, Number(whole));
  return [string(memId), points(rolling), points(losing), integer(from, 0), points(part)];
}

/** The order of heads in the totals: that of their code points, as Go compares texts. */
function compare(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((point, i) => point !== right[i]);
  return at < 0 ? left.length - right.length : (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}

/** Verifies a signature by the equation of Go's crypto/ed25519. That of the library takes some signatures of crafted keys that Go refuses. */
function isSigned(message: Uint8Array, key: Uint8Array, signature: Uint8Array): boolean {
  const { BASE, Fn } = ed25519.Point;
  const r = signature.subarray(0, 32);
  const challenge = bytesToNumberLE(sha512(concatBytes(r, key, message))) % Fn.ORDER;
  const point = BASE.multiplyUnsafe(bytesToNumberLE(signature.subarray(32)));
  return (
    bytesToHex(point.subtract(ed25519.Point.fromBytes(key, true).multiplyUnsafe(challenge)).toBytes()) === bytesToHex(r)
  );
}

function insuredNet(level: Level, stake: bigint, net: bigint): bigint {
  const size = stake < 0n ? -stake : stake;
  const [, , , from, part] = level;
  if (part <= 0 || size <= BigInt(from)) return 0n;
  return (net * (((size - BigInt(from)) * BigInt(part)) / whole)) / size;
}

interface Share {
  rolling: bigint;
  losing: bigint;
}

/** The shares of each level in a bet. `above` says that the last level has another one above it, to which the result of an insured part passes. */
function shares(levels: Level[], stake: bigint, payout: bigint, valid: bigint, above: boolean): Share[] {
  const net = stake - payout;
  let belowRolling = 0n;
  let belowLosing = 0n;
  let belowBase = 0n;
  let passed = 0n;
  return levels.map((level, i) => {
    const rolling = BigInt(level[1]);
    const losing = BigInt(level[2]);
    const base = net * whole - valid * rolling;
    let own = base * losing - belowBase * belowLosing + passed;
    passed = 0n;
    if (above || i < levels.length - 1) {
      passed = insuredNet(level, stake, net) * whole * (losing - belowLosing);
      own -= passed;
    }
    const share = { rolling: valid * (rolling - belowRolling), losing: own };
    belowRolling = rolling;
    belowLosing = losing;
    belowBase = base;
    return share;
  });
}

/** The play below a partner that passes through one partner above it (waterfall.Branch). */
interface Branch {
  partner: string;
  above: string;
  carriedIn: bigint;
  sum: bigint;
  offset: bigint;
  below: bigint;
  share: bigint;
  listed: boolean;
}

interface Header {
  /** 1: the losing share is the sum of the partner's own shares. 2: branches earn on what they lost as a whole. */
  format: number;
  partner: string;
  no: number;
  day: string;
  carry: boolean;
  carriedIn: bigint;
  owedIn: bigint;
}

/** Reads one file in its order. */
export class Recomputer {
  #no = 0;
  #rest = "";
  #hash = sha256.create();
  #header: Header | undefined;
  #parts = new Map<string, Part>();
  #below = new Map<string, { product: string; sum: bigint }>();
  #losing = 0n;
  /** The partner's own branches by the partner above, and those directly below it by their partners. */
  #own = new Map<string, Branch>();
  #children = new Map<string, Branch>();
  /** The last branch. */
  #branch: Branch | undefined;
  #bonus = 0n;
  #offset = 0n;
  /** The last offset. */
  #last: { day: string; no: number } | undefined;
  /** All amounts so far, without their signs. */
  #volume = 0n;
  #lines = 0;
  #sum: string | undefined;
  #totals: Pick<Proof, "rolling" | "losing" | "amount"> | undefined;
  #key: string | undefined;

  /** Reads a part of the file; it may be cut anywhere. Throws a Difference. */
  read(part: string): void {
    const lines = (this.#rest + part).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      this.#bound(line);
      this.#take(line);
    }
    this.#bound(this.#rest);
  }

  /** The result of the file, once all of it was read. Throws a Difference. */
  end(): Proof {
    if (this.#rest) throw new Difference(this.#no + 1, "a line that ends with a line feed", this.#rest);
    if (!this.#totals || !this.#sum || !this.#key || !this.#header)
      throw new Difference(this.#no + 1, "a line with the totals, and a seal behind it", "");
    const { partner, day } = this.#header;
    return { ...this.#totals, partner, day, lines: this.#lines, hash: this.#sum, key: this.#key };
  }

  /** Refuses a line that is too long, its line feed included. */
  #bound(line: string): void {
    if (line.length >= lineMax) throw new Difference(this.#no + 1, `a line of at most ${lineMax} bytes`, "");
  }

  /** Takes a line without its line feed. Text that cannot be read is a Difference as well. */
  #take(line: string): void {
    this.#no++;
    try {
      this.#dispatch(record(JSON.parse(line)), line);
    } catch (error) {
      if (error instanceof Difference) throw error;
      throw new Difference(this.#no, `a line of a statement: ${String(error)}`, line);
    }
  }

  #dispatch(data: Data, line: string): void {
    if (!this.#header) this.#begin(data, line);
    else if (this.#key !== undefined) throw new Difference(this.#no, "the end of the file", line);
    else if (this.#sum !== undefined) this.#seal(data, this.#sum, line);
    else if ("line" in data) this.#bet(data, this.#header, line);
    else if ("bonus" in data) this.#gift(data, this.#header, line);
    else if ("offset" in data) this.#correct(data, this.#header, line);
    else if ("branch" in data && this.#header.format === 2) this.#takeBranch(data, this.#header, line);
    else if ("total" in data) this.#total(data, this.#header, line);
    else throw new Difference(this.#no, "a line of a statement", line);
  }

  #same(want: string, got: string): void {
    if (want !== got) throw new Difference(this.#no, want, got);
    this.#hash.update(utf8ToBytes(`${got}\n`));
  }

  /** Reads amounts. All of a statement may come to volumeMax. */
  #amounts(...values: unknown[]): bigint[] {
    return values.map((value) => {
      const read = amount(value);
      this.#volume += read < 0n ? -read : read;
      if (this.#volume > volumeMax) throw new RangeError("the amounts come to too much together");
      return read;
    });
  }

  #begin(h: Data, line: string): void {
    const header: Header = {
      format: integer(h.statement, 1, 2),
      partner: string(h.partner),
      no: integer(h.no, 1),
      day: day(h.day),
      carry: h.carry === true,
      carriedIn: carried(h.carriedIn),
      owedIn: BigInt(integer(h.owedIn, Number.MIN_SAFE_INTEGER, 0)),
    };
    if (header.format === 2 && (header.carriedIn < 0n || header.carriedIn >= losingParts))
      throw new RangeError("carriedIn is no fraction of a minor unit");
    this.#header = header;
    this.#same(
      `{"statement":${header.format},"site":${text(string(h.site))},"partner":${text(header.partner)},"no":${header.no},"day":"${header.day}",` +
        `"since":"${moment(h.since)}","until":"${moment(h.until)}","currency":${text(string(h.currency))},"carry":${header.carry},` +
        `"carriedIn":"${header.carriedIn}","owedIn":${header.owedIn},"before":"${hex(h.before, 32)}"}`,
      line,
    );
  }

  /** The levels of a bet or of a gift, which stand before all offsets. */
  #levels(data: Data, { format, partner }: Header, line: string): Level[] {
    if (this.#last || this.#branch)
      throw new Difference(this.#no, "no bet and no gift behind an offset or a branch", line);
    if (!Array.isArray(data.levels)) throw new TypeError("no levels");
    const levels = data.levels.map(level);
    levels.forEach(([, rolling, losing], i) => {
      const [, rollingBelow, lossBelow] = levels[i - 1] ?? ["", 0, 0];
      if (rolling < rollingBelow || losing < lossBelow)
        throw new Difference(this.#no, "rates that do not fall towards the head", line);
    });
    if (levels.at(-1)?.[0] !== partner) throw new Difference(this.#no, `levels up to ${partner}`, line);
    if (format === 2 && levels.slice(0, -1).some(([memId]) => memId === partner))
      throw new Difference(this.#no, "each partner once", line);
    return levels;
  }

  /** The partner's branch that passes through a partner above it. */
  #ownBranch(partner: string, above: string): Branch {
    return branchIn(this.#own, above, partner, above);
  }

  /** The branch of a partner directly below. */
  #child(partner: string, above: string): Branch {
    return branchIn(this.#children, partner, partner, above);
  }

  /** Adds a line to its branches and returns what the line says of the partner above. */
  #countBranches(data: Data, head: string, levels: Level[], losing: bigint[], { format, partner }: Header): string {
    if (format === 1) return "";
    const above = string(data.above);
    if ((above === "") !== (head === partner)) throw new TypeError("above: empty for the head only");
    const below = losing.slice(0, -1).reduce((sum, one) => sum + one, 0n);
    const child = levels.at(-2);
    if (child) this.#child(child[0], partner).sum += below;
    this.#ownBranch(partner, above).sum += below + (losing.at(-1) ?? 0n);
    return `,"above":${text(above)}`;
  }

  #part(product: string, head: string): Part {
    const key = `${products.indexOf(product)} ${head}`;
    let part = this.#parts.get(key);
    if (!part) {
      part = { product, head, bets: 0, stake: 0n, payout: 0n, valid: 0n, rolling: 0n, losing: 0n, remainder: 0n };
      this.#parts.set(key, part);
    }
    return part;
  }

  #bet(b: Data, header: Header, line: string): void {
    const { partner } = header;
    const levels = this.#levels(b, header, line);
    const product = string(b.product);
    if (!products.includes(product)) throw new TypeError(`${product} is no product`);
    const head = string(b.head);
    const [stake, payout, valid] = this.#amounts(b.stake, b.payout, b.valid) as [bigint, bigint, bigint];
    const all = shares(levels, stake, payout, valid, head !== partner);
    const own = all.at(-1) as Share;
    const part = this.#part(product, head);
    part.bets += stake < 0n ? -1 : 1;
    part.stake += stake;
    part.payout += payout;
    part.valid += valid;
    part.rolling += own.rolling;
    part.losing += own.losing;
    this.#losing += own.losing;
    this.#lines++;
    if (head === partner) {
      all.slice(0, -1).forEach((share, i) => {
        const key = `${product} ${levels[i]?.[0]}`;
        const below = this.#below.get(key) ?? { product, sum: 0n };
        below.sum += share.rolling;
        this.#below.set(key, below);
      });
    }
    const above = this.#countBranches(
      b,
      head,
      levels,
      all.map((share) => share.losing),
      header,
    );
    this.#same(
      `{"line":${integer(b.line)},"round":${integer(b.round)},"turn":${integer(b.turn)},"member":${text(string(b.member))},"product":"${product}",` +
        `"folders":${integer(b.folders)},"game":${text(string(b.game))},"betAt":"${moment(b.betAt)}","settledAt":"${moment(b.settledAt)}",` +
        `"stake":${stake},"payout":${payout},"valid":${valid},"why":${text(string(b.why))},"head":${text(head)},"levels":${levelsText(levels)}${above},` +
        `"rolling":"${own.rolling}","losing":"${own.losing}"}`,
      line,
    );
  }

  #gift(g: Data, header: Header, line: string): void {
    const levels = this.#levels(g, header, line);
    const head = string(g.head);
    const [amount] = this.#amounts(g.bonus) as [bigint];
    const all = levels.map(([, , rate], i) => -amount * whole * BigInt(rate - (levels[i - 1]?.[2] ?? 0)));
    const losing = all.at(-1) ?? 0n;
    const above = this.#countBranches(g, head, levels, all, header);
    this.#part("slot", head).losing += losing;
    this.#losing += losing;
    this.#bonus += amount;
    this.#lines++;
    this.#same(
      `{"bonus":${amount},"member":${text(string(g.member))},"version":${integer(g.version)},"at":"${moment(g.at)}","head":${text(head)},` +
        `"levels":${levelsText(levels)}${above},"rolling":"0","losing":"${losing}"}`,
      line,
    );
  }

  /**
   * Takes corrections of bets out of the statement that belong to an earlier one, which head office keeps. The kept statement must be an earlier one, the
   * offsets in the order of days, and what is left not negative. Whether so much was kept, and what the corrections come to, is in earlier files.
   */
  #correct(o: Data, header: Header, line: string): void {
    const [kept, rolling, losing] = this.#amounts(o.kept, o.rolling, o.losing) as [bigint, bigint, bigint];
    const left = kept - rolling - losing;
    const of = { day: day(o.offset), no: integer(o.no, 1) };
    if (of.day >= header.day || of.no >= header.no)
      throw new Difference(this.#no, "the day and the number of an earlier statement", line);
    if (this.#last && (of.day <= this.#last.day || of.no <= this.#last.no))
      throw new Difference(this.#no, "offsets in the order of days, one for each kept statement", line);
    if (this.#branch) throw new Difference(this.#no, "no offset behind a branch", line);
    if (kept < 0n || left < 0n) throw new Difference(this.#no, "an amount that is kept, and no more taken of it", line);
    let above = "";
    if (header.format === 2) {
      const through = string(o.above);
      this.#ownBranch(header.partner, through).offset += losing;
      above = `"above":${text(through)},`;
    }
    this.#last = of;
    this.#offset += rolling;
    this.#losing += losing * losingParts;
    this.#lines++;
    this.#same(
      `{"offset":"${of.day}","no":${of.no},${above}"kept":${kept},"rolling":${rolling},"losing":${losing},"left":${left}}`,
      line,
    );
  }

  /** Computes a branch. It takes what was carried in and the offsets of partners below as the file says: other files prove them. */
  #takeBranch(data: Data, header: Header, line: string): void {
    const branch = this.#find(string(data.branch), string(data.above), header, line);
    branch.carriedIn = carried(data.carriedIn);
    if (branch.carriedIn > 0n) throw new RangeError("carriedIn is positive");
    [branch.below] = this.#amounts(data.below) as [bigint];
    branch.listed = true;
    this.#branch = branch;
    const due = branch.carriedIn + branch.sum + (branch.offset + branch.below) * losingParts;
    branch.share = due > 0n ? due : 0n;
    const carriedOut = due < 0n && header.carry ? due : 0n;
    this.#same(
      `{"branch":${text(branch.partner)},"above":${text(branch.above)},"carriedIn":"${branch.carriedIn}","sum":"${branch.sum}",` +
        `"below":${branch.below},"share":"${branch.share}","carriedOut":"${carriedOut}"}`,
      line,
    );
  }

  /** The branch of a line: the partner's own ones stand before those below it. */
  #find(name: string, above: string, { partner }: Header, line: string): Branch {
    const own = name === partner;
    if (!own && above !== partner)
      throw new Difference(this.#no, `a branch of ${partner} or of a partner directly below`, line);
    const last = this.#branch;
    const lastOwn = last?.partner === partner;
    if (last && (own ? !lastOwn || compare(above, last.above) <= 0 : !lastOwn && compare(name, last.partner) <= 0))
      throw new Difference(this.#no, "branches in their order, each once", line);
    return own ? this.#ownBranch(name, above) : this.#child(name, above);
  }

  /** The losing share in minor units, and what is carried over of it. */
  #losingShare(header: Header): [losing: bigint, carriedOut: bigint] {
    if (header.format === 1) {
      const due = this.#losing + header.carriedIn;
      if (due <= 0n) return [0n, header.carry ? due : 0n];
      const losing = floor(due, losingParts);
      return [losing, due - losing * losingParts];
    }
    let due = header.carriedIn;
    for (const branch of this.#own.values()) due += branch.share;
    for (const branch of this.#children.values()) due -= branch.share;
    const losing = floor(due, losingParts);
    return [losing, due - losing * losingParts];
  }

  /** What was repaid of the debt, which the totals say. */
  #repaid(data: Data, header: Header, line: string): bigint {
    if (header.format === 1) return 0n;
    for (const branch of [...this.#own.values(), ...this.#children.values()]) {
      if (!branch.listed) throw new Difference(this.#no, `the branch of ${branch.partner} below ${branch.above}`, line);
    }
    return BigInt(integer(record(data.total).repaid, 0, Number(-header.owedIn)));
  }

  /** Gives the head what rounding leaves over at the partners below it. */
  #remain({ partner }: Header): void {
    const pools = new Map<string, { total: bigint; paid: bigint }>();
    for (const { product, sum } of this.#below.values()) {
      const pool = pools.get(product) ?? {
        total: this.#part(product, partner).rolling,
        paid: 0n,
      };
      pool.total += sum;
      pool.paid += floor(sum, whole);
      pools.set(product, pool);
    }
    for (const [product, { total, paid }] of pools) {
      const part = this.#part(product, partner);
      part.remainder = floor(total, whole) - paid - floor(part.rolling, whole);
    }
  }

  #total(data: Data, header: Header, line: string): void {
    const repaid = this.#repaid(data, header, line);
    this.#remain(header);
    const parts = [...this.#parts.values()].sort(
      (a, b) => products.indexOf(a.product) - products.indexOf(b.product) || compare(a.head, b.head),
    );
    let rolling = 0n;
    const texts = parts.map((p) => {
      const paid = floor(p.rolling, whole) + p.remainder;
      rolling += paid;
      return (
        `{"product":${text(p.product)},"head":${text(p.head)},"bets":${p.bets},"stake":${p.stake},"payout":${p.payout},"valid":${p.valid},` +
        `"rolling":"${p.rolling}","losing":"${p.losing}","remainder":${p.remainder},"paid":${paid}}`
      );
    });
    const [losing, carriedOut] = this.#losingShare(header);
    const sum = rolling + losing + header.owedIn + repaid + this.#offset;
    const repaidText = header.format === 1 ? "" : `"repaid":${repaid},`;
    const offset = this.#last ? `"offset":${this.#offset},` : "";
    const [amount, owedOut] = sum < 0n ? [0n, sum] : [sum, 0n];
    this.#same(
      `{"total":{"lines":${this.#lines},"parts":[${texts.join(",")}],"bonus":${this.#bonus},"rolling":${rolling},"losing":${losing},` +
        `${offset}${repaidText}"carriedOut":"${carriedOut}","owedOut":${owedOut},"amount":${amount}}}`,
      line,
    );
    this.#totals = { rolling: String(rolling), losing: String(losing), amount: String(amount) };
    this.#sum = bytesToHex(this.#hash.digest());
  }

  #seal(data: Data, sum: string, line: string): void {
    const seal = record(data.seal);
    const key = hex(seal.key, 32);
    const signature = hex(seal.signature, 64);
    const want = `{"seal":{"hash":"${sum}","key":"${key}","signature":"${signature}"}}`;
    if (want !== line) throw new Difference(this.#no, want, line);
    const message = concatBytes(utf8ToBytes("hubstake commission statement 1\n"), hexToBytes(sum));
    if (!isSigned(message, hexToBytes(key), hexToBytes(signature)))
      throw new Difference(this.#no, `a signature of the key ${key}`, line);
    this.#key = key;
  }
}

function branchIn(map: Map<string, Branch>, key: string, partner: string, above: string): Branch {
  let branch = map.get(key);
  if (!branch) {
    branch = { partner, above, carriedIn: 0n, sum: 0n, offset: 0n, below: 0n, share: 0n, listed: false };
    map.set(key, branch);
  }
  return branch;
}

function levelsText(levels: Level[]): string {
  return `[${levels.map(([memId, ...numbers]) => `[${text(memId)},${numbers.join(",")}]`).join(",")}]`;
}
