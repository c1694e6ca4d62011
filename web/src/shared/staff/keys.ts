// The lists of pages that events make stale (QUEUE). They stand apart from the queries because every page of the back office hears the
// events, and must not load the code of the other pages for that.

export const approvalsKey = ["approvals"] as const;
export const depositAccountsKey = ["deposit-accounts"] as const;
/** Security notices to masters. */
export const noticesKey = ["notices"] as const;
/** Changes of phone, name and bank account that members ask for. */
export const detailsKey = ["details"] as const;
export const inquiriesKey = ["inquiries"] as const;
/** Providers, groups, products and games with their switches. */
export const offersKey = ["offer"] as const;
/** Bonuses, attendance and wheel, with the changes that wait for a second person. */
export const promoSettingsKey = ["promos", "settings"] as const;
export const resetsKey = ["resets"] as const;
/** Scheduled maintenance. */
export const scheduleKey = ["site", "schedule"] as const;
export const settingsKey = ["site", "settings"] as const;
export const switchesKey = ["site", "switches"] as const;
