import { specOf } from "../model/bookable";
import { NightsPicker } from "./NightsPicker";
import { OccurrencesPicker } from "./OccurrencesPicker";
import type { PickerProps, Pickers } from "./picker";
import { SlotsPicker } from "./SlotsPicker";

const PICKERS: Pickers = { slots: SlotsPicker, nights: NightsPicker, occurrences: OccurrencesPicker };

/** Choice of the time, as the availability of the offering asks for it. */
export function TimePicker(props: PickerProps) {
  const Picker = PICKERS[specOf(props.offering.availability).picker];
  return <Picker {...props} />;
}
