import { useRef, useState } from "react";
import { sourceSet } from "@/lib/sourceSet";
import { useNear } from "@/lib/useNear";
import { iconOf } from "@/shared/categories/categories";
import type { Picture as PictureFile } from "@/shared/offering/types";
import { Icon } from "@/ui/Icon";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import classes from "./Picture.module.css";
import { placeholderStyle } from "./placeholder";
import { stopWhenGone } from "./stopWhenGone";

interface PictureProps {
  /** A file with its shape and placeholder, or an address alone. */
  picture: PictureFile | string | null;
  /** Empty for a picture whose name stands beside it. */
  alt: string;
  /** Width in the layout, as in the `sizes` of an image. */
  sizes: string;
  /** Aspect ratio of the frame, such as `4 / 3`. Without one the frame fills its box. */
  ratio?: string;
  /** Loads at once: the picture is in view when the page opens. */
  eager?: boolean;
  /** Category of the drawing that stands in for a missing picture. */
  category?: string;
  className?: string;
}

const BARE = { placeholder: null, width: null, height: null };

/** Picture in the width that its place needs, over its placeholder until loaded. */
export function Picture({
  picture: given,
  alt,
  sizes,
  ratio,
  eager = false,
  category,
  className,
}: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = typeof given === "string" ? { ...BARE, url: given } : given;
  const place = useRef<HTMLSpanElement>(null);
  const near = useNear(place, eager);
  const shown = picture && broken !== picture.url ? picture : null;
  const frame = className ? `${classes.frame} ${className}` : classes.frame;
  const style = { ...(shown && placeholderStyle(shown.placeholder)), aspectRatio: ratio };
  if (!shown) {
    return (
      <span className={frame} style={style} data-missing="" data-tint={tintOf(category)}>
        <Icon of={iconOf(category ?? "")} size={32} />
        {alt && <VisuallyHidden>{alt}</VisuallyHidden>}
      </span>
    );
  }
  return (
    <span ref={place} className={frame} style={style}>
      {near ? (
        <img
          ref={stopWhenGone}
          {...sourceSet(shown.url)}
          sizes={sizes}
          alt={alt}
          width={shown.width ?? undefined}
          height={shown.height ?? undefined}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          decoding="async"
          onError={() => setBroken(shown.url)}
        />
      ) : (
        alt && <VisuallyHidden>{alt}</VisuallyHidden>
      )}
    </span>
  );
}

const TINTS = 4;

/** Neighbours of other categories get other colors. */
function tintOf(category = ""): number {
  let sum = 0;
  for (const letter of category) sum += letter.charCodeAt(0);
  return sum % TINTS;
}
