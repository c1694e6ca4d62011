import { ApiError } from "#shared/api/error.ts";

/** The bounds of a conversion (D-19), from the site's options. */
export interface PointLimits {
  pointChangeAmtLimit: number;
  pointChangeAmtUnit: number;
}

/**
 * Returns the refusal that the server would give: the minimum is checked before the unit. `points` above the balance never get
 * here.
 */
export function convertFault(points: number, limits: PointLimits): ApiError | null {
  if (points < limits.pointChangeAmtLimit) {
    return new ApiError("P003", { params: { pointLimit: String(limits.pointChangeAmtLimit) } });
  }
  if (points % limits.pointChangeAmtUnit !== 0) {
    return new ApiError("P002", { params: { pointUnit: String(limits.pointChangeAmtUnit) } });
  }
  return null;
}

/** All of the points that can be converted at once: rounded down to the unit. */
export function mostConvertible(points: number, limits: PointLimits): number {
  return points - (points % limits.pointChangeAmtUnit);
}
