import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import * as zones from "@/shared/opening/zonedTime";
import { anOrder } from "@/test/orders";
import { OrderTimeline } from "./OrderTimeline";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["orders"]);
});

test("the times of the steps name the zone of the company", () => {
  vi.spyOn(zones, "viewerZone").mockReturnValue("America/New_York");
  render(<OrderTimeline order={anOrder()} side="customer" />);
  expect(screen.getByText(/10:00\sAM \(GMT\+0\)$/)).toBeDefined();
});
