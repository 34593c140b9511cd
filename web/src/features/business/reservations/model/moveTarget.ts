/** Time and place that a reservation is dragged to. */
export interface MoveTarget {
  date: string;
  startsAt: string;
  /** Null: the present place. */
  place: number | null;
}
