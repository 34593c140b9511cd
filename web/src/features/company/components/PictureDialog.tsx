import { useTranslation } from "react-i18next";
import { usePageParams } from "@/lib/usePageParams";
import type { Picture } from "@/shared/offering/types";
import { PictureViewer } from "@/shared/picture/PictureViewer";
import { Bdi } from "@/ui/Bdi";

interface PictureDialogProps {
  pictures: readonly (Picture & { caption?: string; kind?: string; poster?: string | null })[];
}

/** Viewer of the picture that `?picture=` names, over the page. Arrows lead to its neighbours, from the last to the first. */
export function PictureDialog({ pictures }: PictureDialogProps) {
  const { t } = useTranslation("company");
  const [params, setParams] = usePageParams();
  const at = pictures.findIndex(({ id }) => String(id) === params.get("picture"));
  const picture = pictures[at];
  if (!picture) return null;
  const show = (id: number | null) =>
    setParams((now) => {
      if (id === null) now.delete("picture");
      else now.set("picture", String(id));
      return now;
    });
  const count = pictures.length;
  const move = (by: number) => () => show(pictures[(at + by + count) % count]?.id ?? null);
  const position = t("pictures.position", { at: at + 1, count });
  return (
    <PictureViewer
      label={picture.caption || position}
      picture={picture}
      alt={picture.caption || position}
      caption={
        <>
          {picture.caption && (
            <strong>
              <Bdi>{picture.caption}</Bdi>
            </strong>
          )}
          <span className="tabular">
            {at + 1} / {count}
          </span>
        </>
      }
      onPrevious={count > 1 ? move(-1) : undefined}
      onNext={count > 1 ? move(1) : undefined}
      onClose={() => show(null)}
    />
  );
}
