import { ActionIcon, type ActionIconProps, UnstyledButton } from "@mantine/core";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import type { AriaAttributes, MouseEventHandler, PointerEventHandler, ReactNode, Ref } from "react";
import { Link } from "react-router";
import { Icon } from "./Icon";

/** Parts of the look that depend on the component behind the button. */
type Inner = "children" | "vars" | "classNames" | "styles" | "attributes";

interface IconButtonProps extends Omit<ActionIconProps, Inner>, AriaAttributes {
  icon: TablerIcon;
  iconSize?: number;
  /** Accessible name. */
  label: string;
  /** Text of the tooltip, if it differs from the name. */
  tooltip?: string;
  /** Makes the button a link. */
  to?: string;
  /** Location state of the link. */
  state?: unknown;
  /** Makes the button a link that saves this file. */
  href?: string;
  /** Name of the saved file. */
  download?: string;
  /** Renders another kind of link, such as one to a person. */
  renderRoot?: (props: { className: string; children: ReactNode }) => ReactNode;
  /** Mirrors the icon in a right-to-left page. */
  directed?: boolean;
  /** Takes its whole look from `className`. */
  bare?: boolean;
  /** Submits the form around it. */
  type?: "submit";
  ref?: Ref<HTMLButtonElement>;
  onClick?: MouseEventHandler<HTMLElement>;
  onPointerDown?: PointerEventHandler<HTMLElement>;
  "data-shortcut"?: string;
  /** Content over the icon, such as a count. */
  children?: ReactNode;
}

/** Button or link that shows only an icon, with an accessible name and a tooltip. */
export function IconButton({
  icon,
  iconSize,
  label,
  tooltip = label,
  to,
  state,
  href,
  download,
  renderRoot,
  directed,
  bare = false,
  ref,
  children,
  ...rest
}: IconButtonProps) {
  const named = { ...rest, "aria-label": label, "data-tooltip": tooltip };
  const content = (
    <>
      <Icon of={icon} size={iconSize} directed={directed} />
      {children}
    </>
  );
  if (to !== undefined) {
    return (
      <ActionIcon {...named} component={Link} to={to} state={state}>
        {content}
      </ActionIcon>
    );
  }
  if (href !== undefined) {
    return (
      <ActionIcon {...named} component="a" href={href} download={download}>
        {content}
      </ActionIcon>
    );
  }
  if (renderRoot) {
    return (
      <ActionIcon {...named} renderRoot={renderRoot}>
        {content}
      </ActionIcon>
    );
  }
  if (bare) {
    return (
      <UnstyledButton {...named} ref={ref}>
        {content}
      </UnstyledButton>
    );
  }
  return (
    <ActionIcon {...named} ref={ref}>
      {content}
    </ActionIcon>
  );
}
