import type { ComponentType } from "react";
import type { Horizon } from "../hooks/useAvailability";
import type { BookableSpec } from "../model/bookable";
import type { Selection } from "../model/selection";
import type { BookableOffering, Booking } from "../types";

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
