import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { OfferingDetails } from "../api";
import { Gallery } from "./Gallery";

const picture = (id: number) => ({ id, url: `/media/${id}`, placeholder: null, width: 4, height: 3 });

const show = (pictures: ReturnType<typeof picture>[]) =>
  render(
    <MantineProvider env="test">
      <Gallery
        offering={
          {
            name: "Casa Azul sofa",
            category: "shops",
            pictures,
            picture: pictures[0] ?? null,
          } as unknown as OfferingDetails
        }
      />
    </MantineProvider>,
  );

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["product"]);
});

test("each picture of a product opens in full", async () => {
  show([picture(1), picture(2)]);
  await userEvent.click(screen.getByRole("button", { name: "Casa Azul sofa, picture 2" }));
  const viewer = await screen.findByRole("dialog", { name: "Casa Azul sofa, picture 2" });
  expect(viewer.textContent).toContain("2 of 2");
});

test("a product without a picture has nothing to open", () => {
  show([]);
  expect(screen.getByRole("button", { name: "Casa Azul sofa, picture 1" })).toHaveProperty("disabled", true);
});
