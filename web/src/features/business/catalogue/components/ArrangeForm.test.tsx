import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { ArrangeForm } from "./ArrangeForm";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-catalogue", "common"]);
});

const entry = (id: number, name: string) => ({ id, name });
const GROUPS = [
  { key: "1", label: "Starters", items: [entry(10, "Soup"), entry(11, "Salad"), entry(12, "Bread")] },
  { key: "2", label: "Mains", items: [entry(20, "Paella"), entry(21, "Fish")] },
];

function open(onSave: (ids: number[]) => Promise<unknown>, onClose = () => {}) {
  render(
    <MantineProvider env="test">
      <ArrangeForm text="" choice="Folder" groups={GROUPS} start="1" onSave={onSave} onClose={onClose} />
    </MantineProvider>,
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const names = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("an entry moves by its arrows, and the focus stays on it", async () => {
  const onSave = vi.fn(async (_: number[]) => {});
  const onClose = vi.fn();
  open(onSave, onClose);
  await press("Move Bread up");
  expect(names()).toEqual(["Soup", "Bread", "Salad"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Bread up");
  await press("Move Bread up");
  expect(names()).toEqual(["Bread", "Soup", "Salad"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Bread down");
  await press("Save");
  expect(onSave.mock.calls).toEqual([[[12, 10, 11]]]);
  expect(onClose).toHaveBeenCalledOnce();
});

test("an entry moves by drag", () => {
  open(async () => {});
  const [soup, , bread] = screen.getAllByRole("listitem");
  const dataTransfer = { effectAllowed: "" };
  fireEvent.dragStart(soup as HTMLElement, { dataTransfer });
  fireEvent.dragOver(bread as HTMLElement, { dataTransfer });
  fireEvent.drop(bread as HTMLElement, { dataTransfer });
  expect(names()).toEqual(["Salad", "Bread", "Soup"]);
});

test("each changed group is saved, and a refusal keeps the form open", async () => {
  const onSave = vi.fn(async (ids: number[]) => {
    if (ids[0] === 21) throw new Error("refused");
  });
  const onClose = vi.fn();
  open(onSave, onClose);
  await press("Move Soup down");
  await userEvent.selectOptions(screen.getByLabelText("Folder"), "Mains");
  expect(names()).toEqual(["Paella", "Fish"]);
  await press("Move Fish up");
  await press("Save");
  expect(onSave.mock.calls).toEqual([[[11, 10, 12]], [[21, 20]]]);
  expect(onClose).not.toHaveBeenCalled();
});
