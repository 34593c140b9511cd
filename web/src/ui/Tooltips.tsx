import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { readingDirection } from "@/lib/direction";
import classes from "./Tooltips.module.css";
import { tooltipPosition } from "./tooltipPosition";

const DELAY_MS = 400;

interface Tooltip {
  text: string;
  control: HTMLElement;
}

/**
 * Shows the `data-tooltip` of the control under the mouse or with the keyboard focus. One element serves the page: the tooltip of
 * the component library would add its positioning code (20 KB) to the first load. The control itself carries the accessible name.
 */
export function Tooltips() {
  const tooltip = useTooltip();
  return tooltip && <TooltipBox {...tooltip} />;
}

function TooltipBox({ text, control }: Tooltip) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    // A popover is above the dialog that is open. Older browsers show it in the page, below the dialog.
    current.showPopover?.();
    const { x, y } = tooltipPosition(
      control.getBoundingClientRect(),
      current.getBoundingClientRect(),
      { width: document.documentElement.clientWidth, height: window.innerHeight },
      control.dataset.tooltipSide === "end" ? readingDirection() : "block",
    );
    current.style.transform = `translate(${x}px, ${y}px)`;
  }, [control]);
  return (
    <div ref={box} popover="manual" className={classes.tooltip} aria-hidden="true" dir="auto">
      {text}
    </div>
  );
}

function useTooltip(): Tooltip | null {
  const [tooltip, setTooltip] = useState<Tooltip | null>(null);
  useEffect(() => {
    let timer: number | undefined;
    const hide = () => {
      window.clearTimeout(timer);
      setTooltip(null);
    };
    const show = (target: EventTarget | null, delay: number) => {
      hide();
      const control = target instanceof Element ? target.closest<HTMLElement>("[data-tooltip]") : null;
      const text = control?.dataset.tooltip;
      if (control && text) timer = window.setTimeout(() => setTooltip({ text, control }), delay);
    };
    const onPointer = (event: PointerEvent) => event.pointerType === "mouse" && show(event.target, DELAY_MS);
    const onFocus = ({ target }: FocusEvent) =>
      target instanceof Element && target.matches(":focus-visible") && show(target, 0);
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && hide();
    document.addEventListener("pointerover", onPointer);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("keydown", onKey);
    for (const event of HIDING) document.addEventListener(event, hide, true);
    return () => {
      hide();
      document.removeEventListener("pointerover", onPointer);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("keydown", onKey);
      for (const event of HIDING) document.removeEventListener(event, hide, true);
    };
  }, []);
  return tooltip;
}

const HIDING = ["pointerdown", "focusout", "scroll", "click"] as const;
