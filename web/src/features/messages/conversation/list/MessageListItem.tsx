import type { CustomContainerComponentProps, CustomItemComponentProps } from "virtua";

/**
 * The list hides a row until it is measured, which happens before anything is painted: what is hidden and shown again would
 * only have all that it holds styled twice.
 */
export function MessageListItem({
  style: { visibility: _, ...style },
  children,
  ref,
}: CustomItemComponentProps) {
  return (
    <div ref={ref} style={style}>
      {children}
    </div>
  );
}

/** The list keeps the pointer off its rows while it scrolls, which styles every one of them at the start and at the end. */
export function MessageListContainer({
  style: { pointerEvents: _, ...style },
  children,
  ref,
}: CustomContainerComponentProps) {
  return (
    <div ref={ref} style={style}>
      {children}
    </div>
  );
}
