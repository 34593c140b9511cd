import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import { FEEDS_KEY } from "@/shared/reels/feeds";
import type { Reel } from "@/shared/reels/types";
import { credentials } from "@/test/people";
import { reelOf } from "@/test/reels";
import classes from "./components/Favourites.module.css";
import { FavouritesScreen } from "./FavouritesScreen";
import { FolderScreen } from "./FolderScreen";

interface Folder {
  folder_id: number;
  name: string;
  items: number;
}

/** Folders and items of the server. */
let folders: Folder[] = [];
let places = new Map<number, number>();
/** Kind of all items of the server. */
let stored = "reel";
/** Folders that the server does not delete. */
let stuck = new Set<number>();
const asked: string[] = [];

const shown = (folder: Folder) => ({ ...folder, previews: [], created_at: "", updated_at: "" });
const page = (data: unknown[]) => ({ data, total: data.length, page: 1, per_page: 30, pages: 1 });
const missing = () =>
  Response.json({ code: "not_found", message: "There is nothing here." }, { status: 404 });

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const path = pathname.replace(/^\/api\/v1\/(users|userprofessional)\//, "");
  if (request.method !== "GET") asked.push(`${request.method} ${path}`);
  const id = Number(path.match(/\/(\d+)\//)?.[1]);
  const folder = folders.find(({ folder_id }) => folder_id === id);
  const ok = (content: object) => Response.json({ status: true, ...content });
  if (path === "get-saved-reels/") return ok(page(folders.map(shown)));
  if (path === "friends/favourites/") return ok(page([]));
  if (path === "folder/create/") {
    const made = { folder_id: 9, name: (await request.json()).name, items: 0 };
    folders.push(made);
    return ok({ data: shown(made) });
  }
  if (path === "favourites/") {
    const { id: item, folder_id } = await request.json();
    places.set(item, folder_id);
    return ok({ data: { folder_id } });
  }
  if (stuck.has(id)) return Response.json({ code: "unavailable", message: "Later." }, { status: 503 });
  if (!folder) return missing();
  if (path.endsWith("/update/")) {
    folder.name = (await request.json()).name;
    return ok({ data: shown(folder) });
  }
  if (path.endsWith("/delete/")) {
    folders = folders.filter((other) => other !== folder);
    return ok({});
  }
  if (path.startsWith("folder-content/")) {
    const isAsked = new URL(request.url).searchParams.get("content_type")?.toLowerCase() === stored;
    const items = [...places].filter(([, of]) => isAsked && of === id);
    const content = (item: number) => (stored === "reel" ? { reel: reelOf({ id: item }) } : {});
    return ok(page(items.map(([item]) => ({ kind: stored, id: item, saved_at: "", ...content(item) }))));
  }
  return ok({ data: shown(folder) });
}

beforeEach(async () => {
  await startI18n();
  useAuth.setState({ credentials: credentials() });
  useToasts.setState({ shown: [] });
  folders = ["Summer", "Winter", "Later"].map((name, at) => ({ folder_id: at + 1, name, items: at + 1 }));
  places = new Map([[8, 1]]);
  stored = "reel";
  stuck = new Set();
  asked.length = 0;
  vi.stubGlobal("fetch", vi.fn(answer));
});
afterEach(() => {
  useAuth.setState({ credentials: null });
  vi.unstubAllGlobals();
});

const show = (
  at = "/favourites",
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="/favourites" element={<FavouritesScreen />} />
            <Route path="/favourites/:folderId" element={<FolderScreen />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name, hidden: true }));
const dialog = async () => within(await screen.findByRole("dialog"));
const toasts = () => useToasts.getState().shown.map(({ text }) => text);
const names = () =>
  within(screen.getByRole("list", { name: "Favorites" }))
    .getAllByRole("listitem")
    .map((item) => item.querySelector("bdi")?.textContent);

test("creates a folder and opens it", async () => {
  show();
  await press("New folder");
  const form = await dialog();
  await userEvent.click(form.getByRole("button", { name: "Create" }));
  expect(form.getByText("Favorite folder name required")).toBeTruthy();
  expect(asked).toEqual([]);
  await userEvent.type(form.getByRole("textbox", { name: "Folder name" }), " Ideas ");
  await userEvent.click(form.getByRole("button", { name: "Create" }));
  expect(await screen.findByRole("heading", { name: "Ideas", hidden: true })).toBeTruthy();
  expect(folders.map(({ name }) => name)).toContain("Ideas");
});

test.each([
  ["reel", classes.reels],
  ["company", classes.offerings],
])("a folder of kind %s loads in the grid of its list", async (kind, grid) => {
  stored = kind;
  const held: (() => void)[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (request: Request) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return answer(request);
    }),
  );
  show(`/favourites/1?tab=${kind}`);
  const placeholders = async () => (await screen.findByText("Loading")).nextElementSibling;
  // The folder first, then its items.
  expect((await placeholders())?.className).toBe(grid);
  await waitFor(() => expect(held).not.toEqual([]));
  held.shift()?.();
  await screen.findByRole("heading", { name: "Summer" });
  expect((await placeholders())?.className).toBe(grid);
  await waitFor(() => expect(held).not.toEqual([]));
  for (const release of held) release();
  expect((await screen.findByRole("list", { name: kind === "reel" ? "Reels" : "Companies" })).className).toBe(
    grid,
  );
});

test("a folder opens with the first kind that it holds", async () => {
  stored = "company";
  show("/favourites/1");
  expect(await screen.findByRole("list", { name: "Companies" })).toBeTruthy();
  const tab = (name: string) => screen.getByRole("tab", { name });
  expect(tab("Companies").getAttribute("aria-selected")).toBe("true");
  await userEvent.click(tab("Reels"));
  expect(await screen.findByText("No items in folder")).toBeTruthy();
  expect(tab("Reels").getAttribute("aria-selected")).toBe("true");
});

test("renames a folder", async () => {
  show("/favourites/2");
  await press("Folder actions");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Rename folder", hidden: true }));
  const form = await dialog();
  const field = form.getByRole<HTMLInputElement>("textbox", { name: "Folder name" });
  expect(field.value).toBe("Winter");
  await userEvent.clear(field);
  await userEvent.type(field, "Snow");
  await userEvent.click(form.getByRole("button", { name: "Rename" }));
  expect(await screen.findByRole("heading", { name: "Snow", hidden: true })).toBeTruthy();
  expect(asked).toEqual(["PUT reelfolder/2/update/"]);
});

async function deleteOpenFolder() {
  await press("Folder actions");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete folder", hidden: true }));
  const question = await dialog();
  expect(question.getByText("2 items are removed from your favorites.")).toBeTruthy();
  await userEvent.click(question.getByRole("button", { name: "Delete folder" }));
}

test("deletes a folder after a question", async () => {
  show("/favourites/2");
  await deleteOpenFolder();
  expect(await screen.findByRole("link", { name: /Summer/, hidden: true })).toBeTruthy();
  await waitFor(() => expect(names()).toEqual(["Summer", "Later"]));
  expect(toasts()).toEqual(["Folder deleted"]);
});

test("keeps a folder that the server does not delete", async () => {
  show("/favourites/2");
  await screen.findByRole("heading", { name: "Winter" });
  stuck.add(2);
  await deleteOpenFolder();
  const question = await dialog();
  expect((await question.findByRole("alert")).textContent).toBe("Could not delete 1 folder");
  expect(toasts()).toEqual([]);
  expect(screen.getByRole("heading", { name: "Winter", hidden: true })).toBeTruthy();
});

test("deletes the selected folders after a question", async () => {
  show();
  await press("Select folders");
  expect(screen.queryByRole("link", { name: /Summer/ })).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { name: /Summer/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /Winter/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /Later/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /Winter/ }));
  expect(screen.getByText("2 selected")).toBeTruthy();
  await press("Delete");
  const question = await dialog();
  expect(question.getByText("4 items are removed from your favorites.")).toBeTruthy();
  expect(asked).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Delete 2 folders" }));
  await waitFor(() => expect(toasts()).toEqual(["2 folders deleted"]));
  await waitFor(() => expect(names()).toEqual(["Winter"]));
  expect(asked).toEqual(["DELETE reelfolder/1/delete/", "DELETE reelfolder/3/delete/"]);
  expect(screen.getByRole("link", { name: /Winter/ })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Select folders" }));
});

test("folders that could not be deleted stay selected", async () => {
  show();
  await press("Select folders");
  for (const name of [/Summer/, /Winter/]) {
    await userEvent.click(screen.getByRole("checkbox", { name }));
  }
  stuck.add(1);
  await press("Delete");
  await userEvent.click((await dialog()).getByRole("button", { name: "Delete 2 folders" }));
  const question = await dialog();
  expect((await question.findByRole("alert")).textContent).toBe("Could not delete 1 folder");
  expect(toasts()).toEqual(["Folder deleted"]);
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(names()).toEqual(["Summer", "Later"]));
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /Summer/ }).checked).toBe(true);
  expect(screen.getByText("1 selected")).toBeTruthy();
});

test("tells when no folder is selected for deletion", async () => {
  show();
  await press("Select folders");
  await press("Delete");
  expect(screen.getByRole("alert").textContent).toBe("No folder selected for deletion");
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { name: /Later/ }));
  expect(screen.getByRole("alert").textContent).toBe("");
  await press("Cancel");
  expect(screen.getByRole("link", { name: /Later/ })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Select folders" }));
});

test("moves an item to another folder", async () => {
  show("/favourites/1");
  await press("Actions for Reel by Casa Azul");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Move", hidden: true }));
  const choice = await dialog();
  const folder = (name: RegExp) => choice.findByRole("button", { name });
  expect((await folder(/Summer/)).getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(await folder(/Winter/));
  await waitFor(() => expect(toasts()).toEqual(["Saved in Winter"]));
  expect(places.get(8)).toBe(2);
  expect(await screen.findByText("No items in folder")).toBeTruthy();
});

test("the feed shows that a reel is taken out, until the server refuses", async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const counts = { ...reelOf().counts, saves: 3 };
  const reels = [reelOf({ id: 8, folder_id: 1, counts })];
  queries.setQueryData([...FEEDS_KEY, null], { pages: [{ reels, next: null }], pageParams: [null] });
  const feed = () => queries.getQueryData<{ pages: { reels: Reel[] }[] }>([...FEEDS_KEY, null]);
  show("/favourites/1", queries);
  await press("Actions for Reel by Casa Azul");
  let refuse = () => {};
  vi.stubGlobal(
    "fetch",
    vi.fn((request: Request) =>
      request.method === "GET"
        ? answer(request)
        : new Promise<Response>((resolve) => {
            refuse = () =>
              resolve(Response.json({ code: "unavailable", message: "Later." }, { status: 503 }));
          }),
    ),
  );
  await userEvent.click(await screen.findByRole("menuitem", { name: "Remove", hidden: true }));
  await waitFor(() =>
    expect(feed()?.pages[0]?.reels[0]).toMatchObject({ folder_id: null, counts: { saves: 2 } }),
  );
  refuse();
  await waitFor(() =>
    expect(feed()?.pages[0]?.reels[0]).toMatchObject({ folder_id: 1, counts: { saves: 3 } }),
  );
});
