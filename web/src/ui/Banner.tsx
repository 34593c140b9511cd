import { UnstyledButton } from "@mantine/core";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Banner.module.css";
import { Icon } from "./Icon";

interface BannerProps {
  /** There is nothing to say: only the place where it will be said, so that a screen reader hears it come. */
  shown: boolean;
  icon: TablerIcon;
  action: string;
  onAction: () => void;
  children: ReactNode;
}

/** A calm line over a screen, for as long as it is so. */
export function Banner({ shown, icon, action, onAction, children }: BannerProps) {
  return (
    <div role="status" className={classes.place}>
      {shown && (
        <div className={classes.banner}>
          <Icon of={icon} />
          <p className={classes.text}>{children}</p>
          <UnstyledButton className={classes.action} onClick={onAction}>
            {action}
          </UnstyledButton>
        </div>
      )}
    </div>
  );
}
