import {
  isLevelPath,
  type LimitName,
  levelPath,
  levels,
  limitNames,
  optionOf,
  type Path,
  paths,
  type SettingName,
  type SettingValues,
} from "./options.ts";

/** The value of one field. A switch is true when it is on, whatever the option calls it; languages and pairs are a list with commas. */
export type Flat = number | string | boolean;
export type FlatValues = Partial<Record<Path, Flat>>;

/** Returns the values of the fields of those options that are there. */
export function flatten(values: SettingValues): FlatValues {
  const flat: FlatValues = {};
  for (const path of paths) {
    const value = read(values, path);
    if (value !== undefined && value !== null) flat[path] = value;
  }
  return flat;
}

type ComposedName = "rollingWeights" | "approvals" | "sns" | "languages" | "levels" | "sportsBonuses" | "sportsPairs";

function read(values: SettingValues, path: Path): Flat | null | undefined {
  const { rollingWeights, approvals, sns, languages, sportsBonuses, sportsPairs } = values;
  if (isLevelPath(path)) return readLevel(values, path);
  const [option, part = "", detail] = path.split(".");
  switch (option) {
    case "recommendYn":
      return values.recommendYn && values.recommendYn === "Y";
    case "languages":
      return languages?.join(",");
    case "sportsPairs":
      return sportsPairs?.join(",");
    case "sportsBonuses":
      return sportsBonuses?.[Number(part)]?.[detail as "legs" | "factor"];
    case "rollingWeights":
      return rollingWeights?.[part as keyof typeof rollingWeights];
    case "approvals": {
      const rule = approvals?.[part as keyof typeof approvals];
      return rule && (detail === "on" ? !rule.off : rule.from);
    }
    case "sns":
      return sns?.[Number(part)]?.[detail as "name" | "link" | "id"];
    default:
      return values[path as Exclude<SettingName, ComposedName>];
  }
}

/** A limit of a level; 0 where the level has none of its own. */
function readLevel({ levels: limits }: SettingValues, path: Path): number | undefined {
  const [, level = "", limit] = path.split(".");
  return limits && (limits[level]?.[limit as LimitName] ?? 0);
}

/** Returns the levels that have a limit of their own. */
function levelsOf(flat: FlatValues): NonNullable<SettingValues["levels"]> {
  const own: NonNullable<SettingValues["levels"]> = {};
  for (const level of levels) {
    for (const limit of limitNames) {
      const amount = Number(flat[levelPath(level, limit)] ?? 0);
      if (amount > 0) own[level] = { ...own[level], [limit]: amount };
    }
  }
  return own;
}

type ApprovalKind = keyof NonNullable<SettingValues["approvals"]>;

/** The kinds whose rule has an amount. */
const amountKinds = ["payout", "deposit", "correction", "gift", "bets", "commission"] as const;

function withAmount(kind: ApprovalKind): kind is (typeof amountKinds)[number] {
  return amountKinds.some((one) => one === kind);
}

/** Returns the options of these names, made of the values of all fields. */
export function unflatten(flat: FlatValues, names: ReadonlySet<SettingName>): SettingValues {
  const values: Record<string, unknown> = {};
  const rule = (kind: ApprovalKind) => ({
    off: flat[`approvals.${kind}.on`] === false,
    from: withAmount(kind) ? flat[`approvals.${kind}.from`] : 0,
  });
  const weights = ["sports", "casino", "slot", "minigame", "fishing", "virtual", "other"] as const;
  const composed: Partial<Record<SettingName, () => unknown>> = {
    recommendYn: () => (flat.recommendYn === true ? "Y" : "N"),
    languages: () => String(flat.languages).split(","),
    rollingWeights: () => Object.fromEntries(weights.map((name) => [name, flat[`rollingWeights.${name}`]])),
    approvals: () => ({
      payout: rule("payout"),
      deposit: rule("deposit"),
      correction: rule("correction"),
      settings: rule("settings"),
      account: rule("account"),
      promo: rule("promo"),
      gift: rule("gift"),
      reset: rule("reset"),
      details: rule("details"),
      move: rule("move"),
      head: rule("head"),
      partner: rule("partner"),
      result: rule("result"),
      bets: rule("bets"),
      commission: rule("commission"),
    }),
    levels: () => levelsOf(flat),
    sportsPairs: () =>
      String(flat.sportsPairs ?? "")
        .split(",")
        .filter(Boolean),
    sportsBonuses: () =>
      ([0, 1, 2] as const).map((n) => ({
        legs: flat[`sportsBonuses.${n}.legs`] ?? 0,
        factor: flat[`sportsBonuses.${n}.factor`] ?? 0,
      })),
    sns: () =>
      ([0, 1, 2] as const).map((n) => ({
        name: flat[`sns.${n}.name`] ?? "",
        link: flat[`sns.${n}.link`] ?? "",
        id: flat[`sns.${n}.id`] ?? "",
      })),
  };
  for (const path of paths) {
    const option = optionOf(path);
    if (names.has(option)) values[option] = composed[option]?.() ?? flat[path];
  }
  return values as SettingValues;
}

export interface Change {
  path: Path;
  /** undefined: not known. */
  was: Flat | undefined;
  is: Flat | undefined;
}

/** Returns the fields whose value differs, in the order of the page. */
export function changesBetween(before: FlatValues, after: FlatValues): Change[] {
  return paths
    .filter((path) => before[path] !== after[path])
    .map((path) => ({ path, was: before[path], is: after[path] }));
}
