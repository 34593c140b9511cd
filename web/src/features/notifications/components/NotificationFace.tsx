import { displayName } from "@/lib/displayName";
import { Picture } from "@/shared/picture/Picture";
import { Avatar } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { KIND_ICONS } from "../model/icons";
import type { Notification } from "../types";
import classes from "./NotificationRow.module.css";

/** The actor or the picture of the subject, with the icon of the kind. */
export function NotificationFace({
  notification: { kind, group, actor, subject },
}: {
  notification: Notification;
}) {
  const icon = KIND_ICONS[kind];
  const picture = subject?.picture;
  if (actor) {
    return (
      <span className={classes.face}>
        <Avatar name={displayName(actor)} picture={actor.picture} id={actor.id} size={48} />
        <span className={classes.badge} data-group={group}>
          <Icon of={icon} size={14} />
        </span>
      </span>
    );
  }
  if (picture) {
    return (
      <span className={classes.face}>
        <span className={classes.picture}>
          <Picture picture={picture} alt="" sizes="48px" />
        </span>
        <span className={classes.badge} data-group={group}>
          <Icon of={icon} size={14} />
        </span>
      </span>
    );
  }
  return (
    <span className={classes.face} data-group={group} data-plain="">
      <Icon of={icon} size={24} />
    </span>
  );
}
