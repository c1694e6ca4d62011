/** The text key of the kind of a request; one that a partner pays for the house is a withdrawal, too. */
export function cashKindText(cashType: string): "kind.in" | "kind.out" | "kind.pt" {
  if (cashType === "in") return "kind.in";
  return cashType === "pt" ? "kind.pt" : "kind.out";
}
