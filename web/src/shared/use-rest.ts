import { useEffect, useState } from "react";

const REST_MS = 250;

/** Returns a value once it has rested: what is typed is not asked for letter by letter. */
export function useRest<Value extends string>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
