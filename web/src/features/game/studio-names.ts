import { useQuery } from "@tanstack/react-query";
import { productsQuery } from "./catalog.ts";

/** The name of a studio by its procId; empty while it is not known. An empty group asks for all. */
export function useStudioNames(groupCode = ""): (procId: string) => string {
  const products = useQuery(productsQuery(groupCode));
  return (procId) => products.data?.find((product) => product.procId === procId)?.name ?? "";
}
