/** The figures of the first page, which events of the downline make stale. */
export const homeKey = ["partner", "home"] as const;
