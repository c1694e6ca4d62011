import { expect, test } from "vitest";
import { newTestClient, refuseApi } from "#shared/testing/render.tsx";
import { productsQuery } from "./catalog.ts";

test("a group that the site does not have has no studios (G006); any other refusal is an error", async () => {
  refuseApi({ "/api/common/productList": "G006" });
  expect(await newTestClient().fetchQuery(productsQuery("esport"))).toEqual([]);
  refuseApi({ "/api/common/productList": "G001" });
  await expect(newTestClient().fetchQuery(productsQuery("esport"))).rejects.toMatchObject({ code: "G001" });
});
