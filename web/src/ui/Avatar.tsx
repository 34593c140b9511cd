import { type CSSProperties, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { initials } from "@/lib/displayName";
import { faceSourceSet } from "@/lib/sourceSet";
import { useNear } from "@/lib/useNear";
import classes from "./Avatar.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

/** Dark enough for white letters (at least 4.5:1) in both schemes. */
const COLORS = ["#1d4f7c", "#a84323", "#4e6a20", "#7a3e63", "#1f6a6a", "#8a5a12", "#4b4a8c", "#8a3040"];

interface AvatarProps {
  name: string;
  picture?: string | null;
  /** Seed of the color. The color stays the same when the name changes. */
  id?: number | string;
  size?: number;
  /** A green dot, and its word for those who do not see it. */
  online?: boolean;
  /** Loads the picture only near the window. For long lists on a first view. */
  whenNear?: boolean;
}

/** A picture, or initials on a color of the palette. Its name stands beside it in text, so the face itself is decoration. */
export function Avatar({
  name,
  picture,
  id = name,
  size = 40,
  online = false,
  whenNear = false,
}: AvatarProps) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState<string | null>(null);
  const face = useRef<HTMLSpanElement>(null);
  const near = useNear(face, !whenNear);
  const style = { "--avatar-size": `${size}px`, "--avatar-color": colorOf(id) } as CSSProperties;
  const showPicture = picture && broken !== picture;
  return (
    <span className={classes.avatar} style={style}>
      <span ref={face} className={classes.face} aria-hidden="true">
        {showPicture && near ? (
          <img
            {...faceSourceSet(picture)}
            sizes={`${size}px`}
            alt=""
            width={size}
            height={size}
            loading="lazy"
            decoding="async"
            onError={() => setBroken(picture)}
          />
        ) : (
          !showPicture && initials(name)
        )}
      </span>
      {online && (
        <span className={classes.dot}>
          <VisuallyHidden>{t("presence.online")}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

function colorOf(id: number | string): string {
  let hash = 0;
  for (const letter of String(id)) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return COLORS[hash % COLORS.length] as string;
}
