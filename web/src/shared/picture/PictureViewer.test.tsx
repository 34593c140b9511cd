import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { PictureViewer } from "./PictureViewer";

const onPrevious = vi.fn();
const onNext = vi.fn();
const onClose = vi.fn();

function open(kind: "image" | "video" = "image") {
  render(
    <MantineProvider env="test">
      <PictureViewer
        label="Harbour"
        picture={{ id: 1, url: "/media/1", kind }}
        alt="Boats"
        caption="At noon"
        onPrevious={onPrevious}
        onNext={onNext}
        onClose={onClose}
      />
    </MantineProvider>,
  );
  return userEvent.setup();
}

beforeAll(async () => {
  await startI18n();
});

beforeEach(() => vi.clearAllMocks());

test("arrows lead to the neighbours", async () => {
  const user = open();
  await user.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}");
  expect(onNext).toHaveBeenCalledTimes(2);
  expect(onPrevious).toHaveBeenCalledTimes(1);
});

test("an enlarged picture keeps the arrows for scrolling", async () => {
  const user = open();
  const image = screen.getByRole("img", { name: "Boats" });
  expect(image.getAttribute("srcset")).toContain("w=320");
  await user.click(screen.getByRole("button", { name: "Zoom in" }));
  expect(image.getAttribute("src")).toBe("/media/1");
  await user.keyboard("{ArrowRight}");
  expect(onNext).not.toHaveBeenCalled();
});

test("Escape closes", () => {
  open();
  fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a video has no zoom", () => {
  open("video");
  expect(screen.queryByRole("button", { name: "Zoom in" })).toBeNull();
});
