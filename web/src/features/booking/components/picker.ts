import type { ComponentType } from "react";
import type { BookableSpec } from "@/shared/booking/model/bookable";
import type { Horizon } from "@/shared/booking/model/horizon";
import type { BookableOffering, Booking } from "@/shared/booking/types";
import type { Selection } from "../model/selection";

export interface PickerProps {
  offering: BookableOffering;
  horizon: Horizon;
  selection: Selection;
  onChange: (change: Partial<Selection>) => void;
  /** Own hold of the chosen time. */
  held: Booking | null;
  /** The quantities and the variant stay as they are: a booking is moved. */
  timeOnly?: boolean;
}

export type Pickers = Record<BookableSpec["picker"], ComponentType<PickerProps>>;
