import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOffering } from "@/test/bookings";
import { startSelection } from "../model/selection";
import { PartyFields } from "./PartyFields";

const changed = vi.fn();
const room = anOffering({
  availability: "nights",
  members_min: 1,
  members_max: 3,
  details: { adults: 2, children: 1 },
});

const show = (countsChildren: boolean, members = 2, children = 0) =>
  render(
    <MantineProvider env="test">
      <PartyFields
        offering={room}
        selection={{ ...startSelection(room), members, children }}
        countsChildren={countsChildren}
        onChange={changed}
      />
    </MantineProvider>,
  );

beforeEach(async () => {
  changed.mockClear();
  await startI18n();
});

const button = (name: string) => screen.findByRole("button", { name });

test("adults and children are chosen as the room has places", async () => {
  show(true);
  expect((await button("Adults: one more")).getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(await button("Children: one more"));
  expect(changed).toHaveBeenLastCalledWith({ members: 3, children: 1 });
});

test("an adult less leaves the children", async () => {
  show(true, 3, 1);
  await userEvent.click(await button("Adults: one less"));
  expect(changed).toHaveBeenLastCalledWith({ members: 2 });
});

test("other categories count persons", async () => {
  show(false);
  expect(await screen.findByText("Members")).toBeDefined();
  expect(screen.queryByText("Children")).toBeNull();
});
