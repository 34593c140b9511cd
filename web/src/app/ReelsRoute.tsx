import { Suspense } from "react";
import { ReelsScreen } from "@/features/reels/ReelsScreen";
import { lazyPart } from "@/lib/lazyPart";
import { ShellParts } from "@/ui/ShellParts";
import { RowSkeletons } from "@/ui/Skeletons";

const BookingScreen = lazyPart(() =>
  import("@/features/booking/BookingScreen").then((file) => file.BookingScreen),
);

const SHEET: ShellParts = { sheet: true };

/** Reels, with the booking of what they sell over them. */
export function ReelsRoute() {
  return (
    <ReelsScreen
      booking={
        <ShellParts value={SHEET}>
          <Suspense fallback={<RowSkeletons rows={4} />}>
            <BookingScreen />
          </Suspense>
        </ShellParts>
      }
    />
  );
}
