import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Bdi } from "@/ui/Bdi";
import { PictureViewer, type ViewedPicture } from "./PictureViewer";
import { useItemName } from "./useItemName";

export interface SeriesViewerProps {
  /** The product or the return that the pictures belong to. */
  name: string;
  pictures: readonly ViewedPicture[];
  /** Index of the picture that was opened. */
  first: number;
  onClose: () => void;
}

/** Viewer of the pictures and videos of one thing, with their count. */
export function SeriesViewer({ name, pictures, first, onClose }: SeriesViewerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const itemName = useItemName(name);
  const [at, setAt] = useState(first);
  // A live change may take away the last picture.
  const shown = Math.min(at, pictures.length - 1);
  const picture = pictures[shown];
  if (!picture) return null;
  const last = pictures.length - 1;
  return (
    <PictureViewer
      label={itemName(picture, shown)}
      picture={picture}
      alt={itemName(picture, shown)}
      caption={
        <>
          <strong>
            <Bdi>{name}</Bdi>
          </strong>
          {last > 0 && (
            <span className="tabular">
              {t("viewer.count", { at: format.number(shown + 1), of: format.number(last + 1) })}
            </span>
          )}
        </>
      }
      onPrevious={shown > 0 ? () => setAt(shown - 1) : undefined}
      onNext={shown < last ? () => setAt(shown + 1) : undefined}
      onClose={onClose}
    />
  );
}
