import { IconBookmarks } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import type { Picture as PictureFile } from "@/shared/offering/types";
import { Picture } from "@/shared/picture/Picture";
import { Icon } from "@/ui/Icon";
import classes from "./FolderPicture.module.css";

interface FolderPictureProps {
  previews: readonly PictureFile[];
  /** Pixels. Without a size it fills its box. */
  size?: number;
}

/** Up to four pictures of a folder's newest items. */
export function FolderPicture({ previews, size }: FolderPictureProps) {
  const shown = previews.slice(0, 4);
  const style = size === undefined ? undefined : ({ "--folder-size": `${size}px` } as CSSProperties);
  return (
    <span className={classes.picture} style={style} data-count={shown.length} aria-hidden="true">
      {shown.length === 0 && <Icon of={IconBookmarks} size={size === undefined ? 40 : 22} />}
      {shown.map((picture) => (
        <Picture key={picture.id} picture={picture} alt="" sizes={size === undefined ? "240px" : "48px"} />
      ))}
    </span>
  );
}
