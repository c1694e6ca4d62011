import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { PointPage } from "./point-page.tsx";

afterEach(() => vi.unstubAllGlobals());

test("the button beside the points asks how many are to be converted", async () => {
  stubApi({
    "/api/cash/pointList": () => ({
      list: [],
      pageInfo: { page: 1, countPerList: 10, total: 0, pages: 0 },
      totals: { inAmt: 0, outAmt: 0 },
    }),
  });
  const onConvert = vi.fn();
  await show(<PointPage points={30_000} search={{}} onSearch={vi.fn()} onConvert={onConvert} />);
  await userEvent.click(await screen.findByRole("button", { name: "Convert points" }));
  expect(onConvert).toHaveBeenCalledOnce();
});
