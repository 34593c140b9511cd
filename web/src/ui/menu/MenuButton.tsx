import { ActionIcon, type ActionIconProps } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ContextMenu } from "./ContextMenu";

interface MenuButtonProps extends Omit<ActionIconProps, "children"> {
  label: string;
  icon: ReactNode;
  /** The items; each closes what it was chosen in. */
  children: (close: () => void) => ReactNode;
}

export function MenuButton({ label, icon, children, ...rest }: MenuButtonProps) {
  const [at, setAt] = useState<DOMRect>();
  const close = () => setAt(undefined);
  return (
    <>
      <ActionIcon
        {...rest}
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        aria-label={label}
        onClick={(event) => setAt(event.currentTarget.getBoundingClientRect())}
      >
        {icon}
      </ActionIcon>
      {at && (
        <ContextMenu label={label} at={at} onClose={close}>
          {children(close)}
        </ContextMenu>
      )}
    </>
  );
}
