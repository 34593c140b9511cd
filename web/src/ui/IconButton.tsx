import { ActionIcon, type ActionIconProps } from "@mantine/core";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import type { AriaAttributes, MouseEventHandler, ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "./Icon";

interface IconButtonProps extends Omit<ActionIconProps, "children">, AriaAttributes {
  icon: TablerIcon;
  /** Accessible name. */
  label: string;
  /** Text of the tooltip, if shorter than the name. */
  tooltip?: string;
  /** Makes the button a link. */
  to?: string;
  /** Location state of the link. */
  state?: unknown;
  /** Mirrors the icon in a right-to-left page. */
  directed?: boolean;
  /** Submits the form around it. */
  type?: "submit";
  onClick?: MouseEventHandler<HTMLElement>;
  "data-shortcut"?: string;
  /** Content over the icon, such as a count. */
  children?: ReactNode;
}

/** Button or link that shows only an icon, with an accessible name and a tooltip. */
export function IconButton({
  icon,
  label,
  tooltip = label,
  to,
  state,
  directed,
  children,
  ...rest
}: IconButtonProps) {
  const named = { ...rest, "aria-label": label, "data-tooltip": tooltip };
  const content = (
    <>
      <Icon of={icon} directed={directed} />
      {children}
    </>
  );
  if (to === undefined) return <ActionIcon {...named}>{content}</ActionIcon>;
  return (
    <ActionIcon {...named} component={Link} to={to} state={state}>
      {content}
    </ActionIcon>
  );
}
