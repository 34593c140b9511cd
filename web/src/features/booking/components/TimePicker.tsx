import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyPart } from "@/lib/lazyPart";
import { specOf } from "@/shared/booking/model/bookable";
import type { PickerProps, Pickers } from "./picker";

/** An offering needs one of them: each has a chunk of its own. */
const PICKERS: Pickers = {
  slots: lazyPart(() => import("./SlotsPicker").then((file) => file.SlotsPicker)),
  nights: lazyPart(() => import("./NightsPicker").then((file) => file.NightsPicker)),
  occurrences: lazyPart(() => import("./OccurrencesPicker").then((file) => file.OccurrencesPicker)),
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
