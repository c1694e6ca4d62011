import { ApiError } from "../api/error.ts";

/** The rule of passwords of staff and of partners' sub-staff: that of internal/account/credential. The server knows the common ones as well. */
const PASS_MIN = 12;
const PASS_MAX = 72;

/** The person who logs in, with the current password. */
export interface Who {
  memId: string;
  memPass: string;
}

/** The refusal of a new password that the server would refuse, or false. */
export function passwordFault(password: string, { memId, memPass }: Who): ApiError | false {
  const length = [...password].length;
  const weak =
    length < PASS_MIN ||
    length > PASS_MAX ||
    password === memPass ||
    password.toLowerCase().includes(memId.toLowerCase());
  return weak && new ApiError("U102", { params: { min: String(PASS_MIN), max: String(PASS_MAX) } });
}
