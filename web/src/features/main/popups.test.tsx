import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Popups } from "./popups.tsx";

// jsdom has no dialogs of its own.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

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
  await userEvent.click(await screen.findByRole("button", { name: "Sign up" }));
  expect(went).toHaveBeenCalledWith("/signup");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
