import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { LoginForm } from "./login-form.tsx";
import { readSavedId, writeSavedId } from "./saved-id.ts";
import { sessionKey } from "./session.ts";

const session = { member: { memId: "golden7", memNick: "Gold" }, msgInfo: { newMsg: 0 }, lastLogin: null };

afterEach(() => {
  writeSavedId("");
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("what is missing is said at its field, and nothing is sent", async () => {
  const calls = stubApi({});
  await show(<LoginForm contact={(about) => `Contact: ${about}`} onDone={() => undefined} />);
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Please enter your ID.")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Member ID"), "golden7{Enter}");
  expect(await screen.findByText("Please enter your password.")).toBeDefined();
  expect(calls).toEqual([]);
});

test("Enter logs in, the id is saved when asked for, the password never", async () => {
  const calls = stubApi({ "/api/member/login": () => session });
  const done = vi.fn();
  const { client } = await show(<LoginForm contact={(about) => `Contact: ${about}`} onDone={done} />);
  await userEvent.type(screen.getByLabelText("Member ID"), "golden7");
  await userEvent.click(screen.getByLabelText("Remember my ID"));
  await userEvent.type(screen.getByLabelText("Password"), "river2026{Enter}");
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(calls).toEqual([{ path: "/api/member/login", body: { memId: "golden7", memPass: "river2026" } }]);
  expect(readSavedId()).toBe("golden7");
  expect(document.cookie + JSON.stringify(localStorage)).not.toContain("river2026");
  expect(client.getQueryData(sessionKey)).toMatchObject({ member: { memId: "golden7" } });
});

test("a saved id stands in its field, and is forgotten when it is no longer wanted", async () => {
  writeSavedId("golden7");
  stubApi({ "/api/member/login": () => session });
  const done = vi.fn();
  await show(<LoginForm contact={(about) => `Contact: ${about}`} onDone={done} />);
  expect(screen.getByLabelText<HTMLInputElement>("Member ID").value).toBe("golden7");
  await userEvent.click(screen.getByLabelText("Remember my ID"));
  await userEvent.type(screen.getByLabelText("Password"), "river2026{Enter}");
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(readSavedId()).toBe("");
});

test.each([
  ["U003", /ID or password/i, undefined],
  ["U002", /approv/i, "signup"],
  ["U004", /locked/i, "login"],
  ["U011", /cannot be used/i, "login"],
  ["U018", /suspended/i, "login"],
  ["U019", /restricted/i, "login"],
])(
  "a refusal with %s is said in words, with the way to staff where it needs them (W11), and the form stays",
  async (code, words, about) => {
    stubApi({ "/api/member/login": () => code });
    await show(<LoginForm contact={(about) => `Contact: ${about}`} onDone={() => undefined} />);
    await userEvent.type(screen.getByLabelText("Member ID"), "golden7");
    await userEvent.type(screen.getByLabelText("Password"), "river2026{Enter}");
    const said = (await screen.findByRole("alert")).textContent;
    expect(said).toMatch(words);
    expect(said?.split(" Contact: ")[1]).toBe(about);
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("river2026");
  },
);
