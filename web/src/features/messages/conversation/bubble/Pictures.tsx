import type { CSSProperties } from "react";
import type { Media } from "../../model/wire";
import { useMessageList } from "../list/MessageListContext";
import { useMessageActions } from "../MessageActionsContext";
import classes from "./Pictures.module.css";

interface PicturesProps {
  media: readonly Media[];
  at: number;
}

/** Each keeps its place from the start: its shape is known, and its color stands in until it is there. */
export function Pictures({ media, at }: PicturesProps) {
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
          <img
            src={one.url}
            alt=""
            width={one.width ?? undefined}
            height={one.height ?? undefined}
            loading="lazy"
            decoding="async"
          />
        </button>
      ))}
    </div>
  );
}

export function shapeOf({ width, height, placeholder }: Media): CSSProperties {
  // A panorama or a long screenshot is cropped; the whole is one click away.
  const ratio = width && height ? Math.min(2, Math.max(0.66, width / height)) : 1;
  const shape = { "--ratio": ratio, "--wide": `${Math.round(Math.min(320, 340 * ratio))}px` };
  if (!placeholder) return shape as CSSProperties;
  const stand = placeholder.startsWith("#")
    ? { backgroundColor: placeholder }
    : { backgroundImage: `url("${placeholder}")` };
  return { ...shape, ...stand } as CSSProperties;
}
