import type { ComponentProps } from "react";

interface LocalPictureProps extends Omit<ComponentProps<"img">, "src" | "srcSet"> {
  /** Object URL of the file. */
  src: string;
  alt: string;
}

/** Picture from this device that is not uploaded yet. It has one width. */
export function LocalPicture({ alt, ...rest }: LocalPictureProps) {
  return <img alt={alt} decoding="async" {...rest} />;
}
