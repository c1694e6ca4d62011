/** The sports in the order of the pages; those without matches are not in the tree. */
export const sports = [
  "soccer",
  "basketball",
  "baseball",
  "volleyball",
  "badminton",
  "hockey",
  "combat",
  "tennis",
  "handball",
  "football",
  "esport",
] as const;
export type Sport = (typeof sports)[number];

export const isSport = (value: unknown): value is Sport => sports.some((sport) => sport === value);
