import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import { PictureSeries } from "./PictureSeries";
import { useItemName } from "./useItemName";

const NAME = "Casa Azul sofa";
const PICTURES = [
  { id: 1, url: "/media/1", kind: "image" },
  { id: 2, url: "/media/2", kind: "video", poster: "/media/3" },
  { id: 4, url: "/media/4", kind: "image" },
];

function Series() {
  const itemName = useItemName(NAME);
  return (
    <PictureSeries name={NAME} pictures={PICTURES}>
      {(open) =>
        PICTURES.map((picture, at) => (
          <button key={picture.id} type="button" onClick={() => open(at)}>
            {itemName(picture, at)}
          </button>
        ))
      }
    </PictureSeries>
  );
}

beforeAll(async () => {
  await startI18n();
});

test("a picture opens in full, with its place among the others", async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <Series />
    </MantineProvider>,
  );
  const opener = screen.getByRole("button", { name: "Casa Azul sofa, picture 1" });
  await user.click(opener);
  const viewer = await screen.findByRole("dialog", { name: "Casa Azul sofa, picture 1" });
  expect(viewer.textContent).toContain("1 of 3");
  expect(screen.queryByRole("button", { name: "Previous picture" })).toBeNull();

  await user.click(screen.getByRole("button", { name: "Next picture" }));
  const video = screen.getByLabelText("Casa Azul sofa, video 2", { selector: "video" });
  expect(video.getAttribute("poster")).toMatch(/^\/media\/3\?w=\d+$/);

  await user.keyboard("{ArrowRight}");
  expect(viewer.textContent).toContain("3 of 3");
  expect(screen.queryByRole("button", { name: "Next picture" })).toBeNull();

  fireEvent(viewer, new Event("cancel", { cancelable: true }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(opener);
});
