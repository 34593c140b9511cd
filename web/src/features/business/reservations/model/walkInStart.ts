/** Choice that a walk-in begins with. */
export interface WalkInStart {
  startsAt: string;
  /** Null: the first. */
  offering: number | null;
  /** Wanted table or member of staff. Null: any. */
  place: number | null;
}
