import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { specOf } from "@/shared/booking/model/bookable";
import type { PickerProps, Pickers } from "./picker";

/** An offering needs one of them: each has a chunk of its own. */
const PICKERS: Pickers = {
  slots: lazy(() => import("./SlotsPicker").then((file) => ({ default: file.SlotsPicker }))),
  nights: lazy(() => import("./NightsPicker").then((file) => ({ default: file.NightsPicker }))),
  occurrences: lazy(() =>
    import("./OccurrencesPicker").then((file) => ({ default: file.OccurrencesPicker })),
  ),
};

/** Choice of the time, as the availability of the offering asks for it. */
export function TimePicker(props: PickerProps) {
  const Picker = PICKERS[specOf(props.offering.availability).picker];
  return (
    <Suspense fallback={<Skeleton height={360} radius="lg" />}>
      <Picker {...props} />
    </Suspense>
  );
}
