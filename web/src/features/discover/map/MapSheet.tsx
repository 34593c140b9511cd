import { UnstyledButton } from "@mantine/core";
import { type PointerEvent, type ReactNode, type Ref, useId, useRef } from "react";
import classes from "./MapSheet.module.css";

interface MapSheetProps {
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Text of the handle. */
  label: string;
  /** Stands above the handle while the sheet is closed. */
  card?: ReactNode;
  /** Element that scrolls. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** Movement of a finger from which it opens or closes the sheet, in pixels. */
const PULL = 24;

/** List at the bottom of a phone's map. Its handle is pressed, or pulled up and down. */
export function MapSheet({ open, onOpen, label, card, ref, children }: MapSheetProps) {
  const id = useId();
  const from = useRef<number>(undefined);
  const pulled = useRef(false);
  const end = (event: PointerEvent) => {
    if (from.current === undefined) return;
    const by = event.clientY - from.current;
    from.current = undefined;
    pulled.current = Math.abs(by) >= PULL;
    if (pulled.current) onOpen(by < 0);
  };
  return (
    <div className={classes.sheet} data-open={open}>
      {!open && card && <div className={classes.card}>{card}</div>}
      <UnstyledButton
        className={classes.handle}
        aria-expanded={open}
        aria-controls={id}
        onPointerDown={(event) => {
          from.current = event.clientY;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerUp={end}
        onPointerCancel={end}
        onClick={() => {
          if (!pulled.current) onOpen(!open);
          pulled.current = false;
        }}
      >
        {label}
      </UnstyledButton>
      <div ref={ref} id={id} className={classes.content} inert={!open}>
        {children}
      </div>
    </div>
  );
}
