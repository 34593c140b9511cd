import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { BookingReviewScreen } from "./BookingReviewScreen";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("orders");
});

beforeEach(() => vi.clearAllMocks());

const MEAL = {
  id: 3,
  company: { id: 7, name: "Casa Azul" },
  offering: { id: 9, name: "Table" },
  order_id: null,
};
const REVIEW = {
  id: 4,
  product_id: 9,
  rating: 5,
  service_fast: true,
  as_described: true,
  meets_expectations: true,
  product_quality: "good",
  comments: "Fine",
};

function open(booking: object, reviews: object[] = []) {
  server.GET.mockImplementation((path: string) =>
    Promise.resolve({ data: path.endsWith("/reviews/") ? reviews : booking }),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={["/reservations/3/review"]}>
          <Routes>
            <Route path="/reservations/:bookingId/review" element={<BookingReviewScreen />} />
            <Route path="/orders/5/review" element={<p>Review of the order</p>} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("a booking that took place is reviewed", async () => {
  server.POST.mockResolvedValue({ data: REVIEW });
  open({ ...MEAL, can: { review: true } }, [REVIEW]);
  expect(await screen.findByRole("form", { name: "Casa Azul" })).toBeTruthy();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Comments"), " and quick");
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() =>
    expect(server.POST.mock.calls[0]?.[1].body).toMatchObject({ booking_id: 3, product_id: 9 }),
  );
});

test("a booking ahead cannot be reviewed yet", async () => {
  open({ ...MEAL, can: { review: false } });
  expect(await screen.findByText("You can review this booking after your visit.")).toBeTruthy();
});

test("a booking that an order pays is reviewed with the order", async () => {
  open({ ...MEAL, order_id: 5, can: { review: true } });
  expect(await screen.findByText("Review of the order")).toBeTruthy();
});
