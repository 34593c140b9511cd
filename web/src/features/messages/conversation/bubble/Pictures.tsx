import type { CSSProperties, ReactNode } from "react";
import { Picture } from "@/shared/picture/Picture";
import type { Media } from "../../model/wire";
import { useMessageList } from "../list/MessageListContext";
import { useMessageActions } from "../MessageActionsContext";
import classes from "./Pictures.module.css";

interface PicturesProps {
  media: readonly Media[];
  at: number;
  /** Time and status, over the corner. */
  meta: ReactNode;
}

/** Width in pixels of one of several pictures. */
const TILE = 160;

/** Each keeps its place from the start: its shape is known, and its placeholder stands in until it is there. */
export function Pictures({ media, at, meta }: PicturesProps) {
  const { t, format } = useMessageList();
  const { picture } = useMessageActions();
  return (
    <div className={classes.pictures} data-several={media.length > 1 ? "" : undefined}>
      {media.map((one) => (
        <button
          type="button"
          key={one.id}
          className={`bare ${classes.picture}`}
          style={shapeOf(one)}
          aria-label={t("picture.open", { when: format.dateTime(at) })}
          onClick={() => picture({ media: one, at })}
        >
          <Picture picture={one} alt="" sizes={`${media.length > 1 ? TILE : widthOf(one)}px`} />
        </button>
      ))}
      {meta && <span className={classes.meta}>{meta}</span>}
    </div>
  );
}

const ratioOf = ({ width, height }: Media): number =>
  width && height ? Math.min(2, Math.max(0.66, width / height)) : 1;

/** Width in pixels of a picture or video that is alone in its message. */
export const widthOf = (media: Media): number => Math.round(Math.min(320, 340 * ratioOf(media)));

export function shapeOf(media: Media): CSSProperties {
  const { placeholder } = media;
  // A panorama or a long screenshot is cropped; the whole is one click away.
  const shape = { "--ratio": ratioOf(media), "--wide": `${widthOf(media)}px` };
  if (!placeholder) return shape as CSSProperties;
  const stand = placeholder.startsWith("#")
    ? { backgroundColor: placeholder }
    : { backgroundImage: `url("${placeholder}")` };
  return { ...shape, ...stand } as CSSProperties;
}
