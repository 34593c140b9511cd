import type { ComponentProps } from "react";
import { sourceAt } from "@/lib/sourceSet";

interface VideoProps extends Omit<ComponentProps<"video">, "poster"> {
  src: string;
  /** Address of the first picture, shown until the video plays. */
  poster: string | null | undefined;
  /** CSS pixels that the video is wide at most. Its poster loads in this width. */
  posterWidth: number;
}

/** Video with its poster in the width that its place needs. */
export function Video({ poster, posterWidth, children, ...rest }: VideoProps) {
  return (
    <video poster={poster ? sourceAt(poster, posterWidth) : undefined} playsInline {...rest}>
      {children}
    </video>
  );
}
