/** Goes stale when staff switches something of the site (QUEUE with inspect). Apart from the queries, because every page hears of it. */
export const offersKey = ["offer"] as const;
