import type { Res } from "#shared/api/client.ts";

/** A change of one setting of the promotions: a rule of bonuses, the attendance or the wheel. */
export type PromoChange = NonNullable<Res<"/api/admin/approval/list">["list"][number]["promo"]>;
export type PromoValues = PromoChange["after"];

/** Reports whether nothing would change. */
export function changesNothing(before: PromoValues, after: PromoValues): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Reports whether a change does nothing but switch off, for which one person is enough. */
export function switchesOff({ bonus, attendance, wheel }: PromoValues, after: PromoValues): boolean {
  const off: PromoValues = {};
  if (bonus) off.bonus = { ...bonus, active: false };
  if (attendance) off.attendance = { ...attendance, active: false };
  if (wheel) off.wheel = { ...wheel, active: false };
  return changesNothing(off, after);
}
