import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Popups } from "./popups.tsx";

afterEach(() => vi.unstubAllGlobals());

test("a popup that invites to sign up has a button for it", async () => {
  const popup = { bannerIdx: 7, title: "Welcome", content: "<p>Two minutes.</p>", image: "", link: "/signup" };
  stubApi({ "/api/main/popupList": () => ({ list: [popup] }) });
  const went = vi.fn();
  await show(
    <Popups
      audience="before"
      action={(to, onFollow) => (
        <Button
          autoFocus
          onClick={() => {
            onFollow();
            went(to);
          }}
        >
          Sign up
        </Button>
      )}
    />,
  );
  const signUp = await screen.findByRole("button", { name: "Sign up" });
  expect(document.activeElement).toBe(signUp);
  await userEvent.click(signUp);
  expect(went).toHaveBeenCalledWith("/signup");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a popup that leads nowhere is closed by Enter", async () => {
  const popup = { bannerIdx: 8, title: "Maintenance", content: "<p>At night.</p>", image: "", link: "" };
  stubApi({ "/api/main/popupList": () => ({ list: [popup] }) });
  await show(<Popups audience="before" action={() => null} />);
  const close = (await screen.findAllByRole("button", { name: "Close" })).at(-1);
  expect(document.activeElement).toBe(close);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
