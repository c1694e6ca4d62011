import type { Res } from "#shared/api/client.ts";

/** Options of the site by name; an absent one is not meant. */
export type SettingValues = Res<"/api/admin/site/settings">["values"];
export type SettingName = keyof SettingValues;

/** The limits that a level may have of its own, in the order of the pages. */
export const limitNames = [
  "depositMin",
  "depositMax",
  "withdrawMin",
  "withdrawMax",
  "maxStake",
  "sportsMinStake",
  "sportsMaxWin",
] as const;
export type LimitName = (typeof limitNames)[number];
export type LevelPath = `levels.${number}.${LimitName}`;

/** The limits of bets: where a level has none of its own, it has the site's times the level (D-22). */
const timesLevel: readonly LimitName[] = ["maxStake", "sportsMinStake", "sportsMaxWin"];

export function growsWithLevel(limit: LimitName): boolean {
  return timesLevel.includes(limit);
}

/** The levels of members. */
export const levels: readonly number[] = Array.from({ length: 10 }, (_, index) => index + 1);

/** Returns the field of one limit of a level; 0: the level has none of its own. */
export const levelPath = (level: number, limit: LimitName): LevelPath => `levels.${level}.${limit}`;

export function isLevelPath(path: Path): path is LevelPath {
  return path.startsWith("levels.");
}

/** The selections of a match by which pairs are named (D-25), as the api orders them. */
export const pairTerms = ["win", "draw", "lose", "handicapWin", "handicapLose", "over", "under"] as const;
export type PairTerm = (typeof pairTerms)[number];

/** The options of the site as the page shows them, by area; a part of an option stands behind a point. */
export const areas = {
  account: [
    "signUpOpen",
    "recommendYn",
    "multiLogin",
    "autoLogoutMinutes",
    "sessionHours",
    "staffSessionHours",
    "passTries",
    "pinTries",
    "pinLockMinutes",
    "idMin",
    "idMax",
    "nickMin",
    "nickMax",
    "passMin",
    "passMax",
  ],
  cash: [
    "depositMin",
    "depositMax",
    "depositUnit",
    "depositWaitMinutes",
    "withdrawMin",
    "withdrawMax",
    "withdrawUnit",
    "withdrawWaitMinutes",
    "withdrawUndoSeconds",
    "exchangeClosedFrom",
    "exchangeClosedTo",
    "partnerPayout",
    "ptWithdrawMin",
    "ptWithdrawMax",
    "ptWithdrawDayMax",
  ],
  play: [
    "rollingBasisPoints",
    "pointRollingBasisPoints",
    "freeWinRollingBasisPoints",
    "rollingWeights.sports",
    "rollingWeights.casino",
    "rollingWeights.slot",
    "rollingWeights.minigame",
    "rollingWeights.fishing",
    "rollingWeights.virtual",
    "rollingWeights.other",
    "smallestBet",
    "maxStake",
    "maxWin",
    "debtFromWins",
    "freeWinMax",
    "freeWinDayMax",
    "providerDayMax",
    "newProviderDayMax",
    "gameTokenMinutes",
  ],
  sports: [
    "sportsMinStake",
    "sportsMaxWin",
    "sportsMaxPayout",
    "sportsMinOdds",
    "sportsMaxOdds",
    "sportsMaxLegs",
    "sportsBonusMinOdds",
    "sportsBonuses.0.legs",
    "sportsBonuses.0.factor",
    "sportsBonuses.1.legs",
    "sportsBonuses.1.factor",
    "sportsBonuses.2.legs",
    "sportsBonuses.2.factor",
    "sportsPairs",
    "sportsDelaySeconds",
    "sportsCancelMinutes",
    "sportsCancelAheadMinutes",
    "sportsCancelsPerDay",
    "sportsCashOut",
    "sportsCashOutBasisPoints",
    "bookSite",
  ],
  points: [
    "pointChangeOpen",
    "pointChangeAmtLimit",
    "pointChangeAmtUnit",
    "pointGiving",
    "pointGivingDayMax",
    "postsPerDay",
    "commentsPerDay",
    "boardDelaySeconds",
    "boardRounding",
  ],
  partners: ["partnerOtp", "commissionCarry"],
  approvals: [
    "approvals.payout.on",
    "approvals.payout.from",
    "approvals.deposit.on",
    "approvals.deposit.from",
    "approvals.correction.on",
    "approvals.correction.from",
    "approvals.settings.on",
    "approvals.promo.on",
    "approvals.account.on",
    "approvals.reset.on",
    "approvals.details.on",
    "approvals.move.on",
    "approvals.head.on",
    "approvals.partner.on",
    "approvals.result.on",
    "approvals.bets.on",
    "approvals.bets.from",
    "approvals.gift.on",
    "approvals.gift.from",
    "approvals.commission.on",
    "approvals.commission.from",
    "approvalHours",
    "payoutCodeFrom",
  ],
  site: [
    "languages",
    "sns.0.name",
    "sns.0.link",
    "sns.0.id",
    "sns.1.name",
    "sns.1.link",
    "sns.1.id",
    "sns.2.name",
    "sns.2.link",
    "sns.2.id",
    "liveVideo",
  ],
  levels: levels.flatMap((level) => limitNames.map((limit) => levelPath(level, limit))),
} as const;

export type Area = keyof typeof areas;
/** An option, or the part of one that has a field of its own. */
export type Path = (typeof areas)[Area][number];
/** How a value is written and typed; the words are those of its unit. */
export type Kind =
  | "switch"
  | "amount"
  | "points"
  | "percent"
  | "time"
  | "choice"
  | "languages"
  | "text"
  | "odds"
  | "pairs"
  | "legs"
  | "minutes"
  | "hours"
  | "seconds"
  | "letters"
  | "tries"
  | "posts";

const kinds: Partial<Record<Path, Kind>> = {
  multiLogin: "choice",
  exchangeClosedFrom: "time",
  exchangeClosedTo: "time",
  languages: "languages",
  passTries: "tries",
  pinTries: "tries",
  postsPerDay: "posts",
  commentsPerDay: "posts",
  sportsCancelsPerDay: "posts",
  sportsCashOut: "switch",
  sportsMaxLegs: "legs",
  sportsPairs: "pairs",
  pointChangeAmtLimit: "points",
  pointChangeAmtUnit: "points",
  pointGivingDayMax: "points",
};

const endings: readonly [RegExp, Kind][] = [
  [
    /^(signUpOpen|partnerOtp|commissionCarry|partnerPayout|debtFromWins|pointChangeOpen|pointGiving|recommendYn)$|\.on$/,
    "switch",
  ],
  [/^sns\.|^(liveVideo|bookSite)$/, "text"],
  [/^sports.*Odds$|^sportsBonuses\..*factor$/, "odds"],
  [/^sportsBonuses\..*legs$/, "legs"],
  [/BasisPoints$|^rollingWeights\./, "percent"],
  [/Minutes$/, "minutes"],
  [/Hours$/, "hours"],
  [/Seconds$/, "seconds"],
  [/^(id|nick|pass)(Min|Max)$/, "letters"],
];

/** Returns the kind of a value: by its name, else it is an amount of the site's currency. */
export function kindOf(path: Path): Kind {
  return kinds[path] ?? endings.find(([ending]) => ending.test(path))?.[1] ?? "amount";
}

/** The options that members do not see on their pages: not in texts, fields or menus. */
const hidden: readonly Path[] = [
  "staffSessionHours",
  "maxWin",
  "bookSite",
  "debtFromWins",
  "freeWinMax",
  "freeWinDayMax",
  "providerDayMax",
  "newProviderDayMax",
  "partnerOtp",
  "commissionCarry",
  "approvalHours",
  "payoutCodeFrom",
];

export function membersSee(path: Path): boolean {
  return !hidden.includes(path) && !path.startsWith("approvals.");
}

/** The option that a field belongs to. */
export function optionOf(path: Path): SettingName {
  // The first part of each path in `areas` is the name of an option.
  return path.split(".")[0] as SettingName;
}

export const paths: readonly Path[] = Object.values(areas).flat();

export function areaOf(option: string): Area | undefined {
  for (const area of Object.keys(areas) as Area[]) {
    if (areas[area].some((path) => optionOf(path) === option)) return area;
  }
}
