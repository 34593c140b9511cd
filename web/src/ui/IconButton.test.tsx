import { MantineProvider } from "@mantine/core";
import { IconDots, IconX } from "@tabler/icons-react";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { CloseButton } from "./CloseButton";
import { IconButton } from "./IconButton";
import { MenuButton } from "./menu/MenuButton";
import { Tooltips } from "./Tooltips";

beforeAll(() => startI18n());

const show = (children: ReactNode) =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>{children}</MemoryRouter>
      <Tooltips />
    </MantineProvider>,
  );

test.each([
  ["button", <IconButton key="1" icon={IconX} label="Remove" />],
  ["button", <IconButton key="2" icon={IconX} label="Remove" bare className="round" />],
  ["link", <IconButton key="3" icon={IconX} label="Remove" to="/" />],
  ["link", <IconButton key="4" icon={IconX} label="Remove" href="/media/1" download="a.webp" />],
  [
    "link",
    <IconButton
      key="5"
      icon={IconX}
      label="Remove"
      renderRoot={(props) => <a {...props} href="/people/1" />}
    />,
  ],
  ["button", <CloseButton key="6" label="Remove" onClick={() => {}} />],
  [
    "button",
    <MenuButton key="7" icon={IconDots} label="Remove">
      {() => null}
    </MenuButton>,
  ],
])("a %s of an icon has a name and a tooltip", async (role, control) => {
  show(control);
  const found = screen.getByRole(role, { name: "Remove" });
  expect(found.querySelector("svg")).not.toBeNull();
  await userEvent.hover(found);
  expect(await screen.findByText("Remove")).not.toBeNull();
});

test("a cross without a label closes", async () => {
  const onClose = vi.fn();
  show(<CloseButton onClick={onClose} />);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a tooltip is in the top layer, above a dialog", async () => {
  const shown = vi.fn();
  HTMLElement.prototype.showPopover = shown;
  show(<IconButton icon={IconX} label="Remove" />);
  await userEvent.hover(screen.getByRole("button"));
  await screen.findByText("Remove");
  expect(shown).toHaveBeenCalledTimes(1);
});
