import { beforeEach, expect, test, vi } from "vitest";
import { readHome } from "./api";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeEach(() => {
  server.GET.mockReset();
  server.GET.mockResolvedValue({ data: { place: null, sections: [], failed: [] } });
});

const asked = () => server.GET.mock.calls[0]?.[1].params.query;

test("a known position is sent as a kilometre, beside the name", async () => {
  const position = { latitude: 51.46283, longitude: 0.11347 };
  await readHome({ town: "Welling", query: "Welling, England", country: "GB", position }, null);
  expect(asked()).toMatchObject({ town: "Welling", latitude: 51.46, longitude: 0.11, country: "GB" });
});

test("a town without a position is looked up with its region", async () => {
  await readHome(
    { town: "Springfield", query: "Springfield, Ohio", country: "US", position: null },
    "delivery",
  );
  expect(asked()).toEqual({ town: "Springfield, Ohio", country: "US", order_type: "delivery" });
});
