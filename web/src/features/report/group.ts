const texts = {
  casino: "group.casino",
  slot: "group.slot",
  sports: "group.sports",
  minigame: "group.minigame",
  fishing: "group.fishing",
  virtual: "group.virtual",
} as const;

function isKnown(group: string): group is keyof typeof texts {
  return Object.hasOwn(texts, group);
}

/** A group of games in words; "other" are those that the catalogue has no more. */
export function groupText(group: string) {
  return isKnown(group) ? texts[group] : "group.other";
}
