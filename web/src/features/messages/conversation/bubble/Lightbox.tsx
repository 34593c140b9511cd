import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { PictureViewer } from "@/shared/picture/PictureViewer";
import { Bdi } from "@/ui/Bdi";
import { useSharedFiles } from "../../info/useSharedFiles";
import { type ChatState, personOf } from "../../model/chat";
import type { Media } from "../../model/wire";

export interface Picture {
  media: Media;
  /** Send time in Unix milliseconds. */
  at: number;
}

interface LightboxProps {
  state: ChatState;
  /** The picture that was opened. */
  picture: Picture;
  onClose: () => void;
}

/** Older pictures are read before the last loaded one is reached. */
const AHEAD = 3;

/** The pictures of a chat in full, from the one that was opened. */
export function Lightbox({ state, picture: opened, onClose }: LightboxProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const [shown, setShown] = useState(opened.media.id);
  const { pages, files } = useSharedFiles(state, "picture");
  const at = files.findIndex(({ media }) => media.id === shown);
  const file = files[at];
  const { media } = file ?? opened;
  const sent = file ? Date.parse(file.at) : opened.at;
  const sender = file && personOf(state, file.sender);
  const more = pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError;
  useEffect(() => {
    if (more && at >= files.length - AHEAD) void pages.fetchNextPage();
  }, [more, at, files.length, pages.fetchNextPage]);

  const older = files[at + 1];
  const newer = at > 0 ? files[at - 1] : undefined;
  return (
    <PictureViewer
      label={t("picture.label")}
      picture={media}
      alt={t("picture.alt", { when: format.dateTime(sent) })}
      caption={
        <>
          {sender && (
            <strong>
              <Bdi>{displayName(sender)}</Bdi>
            </strong>
          )}
          <span>{format.dateTime(sent)}</span>
          {files.length > 1 && at >= 0 && (
            <span className="tabular">
              {t(pages.hasNextPage ? "picture.countMore" : "picture.count", {
                position: at + 1,
                total: files.length,
              })}
            </span>
          )}
        </>
      }
      onPrevious={older && (() => setShown(older.media.id))}
      onNext={newer && (() => setShown(newer.media.id))}
      download
      onClose={onClose}
    />
  );
}
