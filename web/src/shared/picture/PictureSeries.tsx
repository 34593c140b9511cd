import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "@/lib/lazyPart";
import type { ViewedPicture } from "./PictureViewer";

const SeriesViewer = lazyPart(() => import("./SeriesViewer").then((file) => file.SeriesViewer));

interface PictureSeriesProps {
  /** The product or the return that the pictures belong to. */
  name: string;
  pictures: readonly ViewedPicture[];
  /** Controls that open a picture by its index. */
  children: (open: (index: number) => void) => ReactNode;
}

/** Pictures that open in full. The code of the viewer comes with the first opening. */
export function PictureSeries({ name, pictures, children }: PictureSeriesProps) {
  const [first, setFirst] = useState<number | null>(null);
  return (
    <>
      {children(setFirst)}
      {first !== null && (
        <Suspense>
          <SeriesViewer name={name} pictures={pictures} first={first} onClose={() => setFirst(null)} />
        </Suspense>
      )}
    </>
  );
}
