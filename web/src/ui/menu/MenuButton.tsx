import { type ComponentProps, type ReactNode, useState } from "react";
import { IconButton } from "../IconButton";
import { ContextMenu } from "./ContextMenu";

interface MenuButtonProps extends Omit<ComponentProps<typeof IconButton>, "children" | "onClick"> {
  /** The items; each closes what it was chosen in. */
  children: (close: () => void) => ReactNode;
}

export function MenuButton({ label, children, ...rest }: MenuButtonProps) {
  const [at, setAt] = useState<DOMRect>();
  const close = () => setAt(undefined);
  return (
    <>
      <IconButton
        {...rest}
        label={label}
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        onClick={(event) => setAt(event.currentTarget.getBoundingClientRect())}
      />
      {at && (
        <ContextMenu label={label} at={at} onClose={close}>
          {children(close)}
        </ContextMenu>
      )}
    </>
  );
}
