import { beforeEach, expect, test, vi } from "vitest";
import { folderOf } from "./savedFolder";

const asked: string[] = [];
const offering = (id: number) => folderOf("offering", id);

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (request: Request) => {
      const ids = new URL(request.url).searchParams.get("ids") ?? "";
      asked.push(ids);
      const saved = ids
        .split(",")
        .map(Number)
        .filter((id) => id % 2 === 0);
      return Response.json({ status: true, data: saved.map((id) => ({ id, folder_id: id * 10 })) });
    }),
  );
});

test("cards that ask together share one request", async () => {
  const folders = await Promise.all([4, 5, 6, 4].map(offering));
  expect(folders).toEqual([40, null, 60, 40]);
  expect(asked).toEqual(["4,5,6"]);
});

test("companies are asked for on their own", async () => {
  await Promise.all([offering(4), folderOf("company", 4)]);
  expect(asked).toEqual(["4", "4"]);
});

test("a request names a hundred at most", async () => {
  const ids = Array.from({ length: 150 }, (_, at) => at + 1);
  const folders = await Promise.all(ids.map(offering));
  expect(folders.filter((folder) => folder !== null)).toHaveLength(75);
  expect(asked.map((list) => list.split(",").length)).toEqual([100, 50]);
});

test("a refused request is asked again by the next", async () => {
  vi.mocked(fetch).mockImplementationOnce(async () => Response.json({ code: "not_found" }, { status: 404 }));
  await expect(offering(4)).rejects.toThrow();
  expect(await offering(4)).toBe(40);
});
