import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { NavLink } from "./nav-link.tsx";

async function open(onFollow = vi.fn()) {
  const root = createRootRoute({
    component: () => (
      <>
        <NavLink to="/a">A</NavLink>
        <NavLink to="/b?member=777#list" onFollow={onFollow}>
          B
        </NavLink>
        <Outlet />
      </>
    ),
  });
  const children = ["/a", "/b"].map((path) => createRoute({ getParentRoute: () => root, path }));
  const router = createRouter({
    routeTree: root.addChildren(children),
    history: createMemoryHistory({ initialEntries: ["/a?page=2"] }),
  });
  render(<RouterProvider router={router as never} />);
  await screen.findByText("A");
  return router;
}

test("the link of the page that is shown is marked, whatever its query", async () => {
  await open();
  expect(screen.getByText("A").getAttribute("aria-current")).toBe("page");
  expect(screen.getByText("B").getAttribute("aria-current")).toBeNull();
});

test("a followed link keeps its query and hash", async () => {
  const onFollow = vi.fn();
  const router = await open(onFollow);
  expect(screen.getByText("B").getAttribute("href")).toBe("/b?member=777#list");
  await userEvent.click(screen.getByText("B"));
  await waitFor(() => expect(router.state.location.href).toBe("/b?member=777#list"));
  expect(onFollow).toHaveBeenCalledOnce();
});
