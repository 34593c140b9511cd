import {
  IconAlertCircle,
  IconCheck,
  IconChecks,
  IconCircleCheckFilled,
  IconClock,
  IconCloudOff,
} from "@tabler/icons-react";
import { Icon } from "@/ui/Icon";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import type { Status } from "../../model/timeline";
import { useMessageList } from "../list/MessageListContext";
import classes from "./DeliveryStatus.module.css";

const icons = {
  queued: IconCloudOff,
  sending: IconClock,
  failed: IconAlertCircle,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconCircleCheckFilled,
} as const;

/** Delivery status of the viewer's message: one icon and one word for each step. */
export function DeliveryStatus({ status }: { status: Status }) {
  const { t } = useMessageList();
  const word = t(`status.${status}`);
  return (
    <span className={classes.mark} data-status={status} title={word}>
      <Icon of={icons[status]} size={16} />
      {status === "failed" || status === "queued" ? (
        <span>{word}</span>
      ) : (
        <VisuallyHidden>{word}</VisuallyHidden>
      )}
    </span>
  );
}
