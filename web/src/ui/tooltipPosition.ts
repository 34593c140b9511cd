interface Size {
  width: number;
  height: number;
}

/** Place of a control in the window. */
type Rect = Pick<DOMRect, "left" | "top" | "right" | "bottom" | "width" | "height">;

/** Axis of a tooltip: below or above its control, or beside it in the direction of reading. */
export type TooltipAxis = "block" | "ltr" | "rtl";

const GAP = 6;

/** Top left corner of a tooltip in the window. It stays inside the window and off its control. */
export function tooltipPosition(control: Rect, box: Size, view: Size, axis: TooltipAxis) {
  const within = (at: number, size: number, room: number) => Math.max(GAP, Math.min(at, room - size - GAP));
  if (axis !== "block") {
    const x = axis === "ltr" ? control.right + GAP : control.left - GAP - box.width;
    const y = control.top + (control.height - box.height) / 2;
    return { x: within(x, box.width, view.width), y: within(y, box.height, view.height) };
  }
  const below = control.bottom + GAP;
  const y = below + box.height <= view.height - GAP ? below : control.top - GAP - box.height;
  const x = control.left + (control.width - box.width) / 2;
  return { x: within(x, box.width, view.width), y: within(y, box.height, view.height) };
}
