import { useDeferredValue, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageByCode } from "@/lib/languages";
import { Video } from "@/shared/picture/Video";
import type { ReelVideo } from "@/shared/reels/types";
import type { OwnReel, Subtitles } from "./api";
import classes from "./Reels.module.css";

interface ReelPreviewProps {
  reel: OwnReel;
  video: ReelVideo;
  /** Texts as the form has them. */
  subtitles: readonly Subtitles[];
}

/** Video of a reel in any state, with the subtitles that are being edited. */
export function ReelPreview({ reel, video, subtitles }: ReelPreviewProps) {
  const { t } = useTranslation("business-reels");
  const [failed, setFailed] = useState(false);
  return (
    <div className={classes.preview}>
      <Video
        controls
        preload="metadata"
        poster={reel.poster?.url}
        posterWidth={320}
        src={video.url}
        aria-label={t("preview.video")}
        onError={() => setFailed(true)}
        onLoadedMetadata={() => setFailed(false)}
      >
        {subtitles
          .filter(({ text }) => text.trim() !== "")
          .map(({ language, text }, at) => (
            <PreviewTrack key={language} language={language} text={text} isFirst={at === 0} />
          ))}
      </Video>
      {failed && (
        <p role="alert" className={classes.previewFailed}>
          {t("preview.failed")}
        </p>
      )}
    </div>
  );
}

interface PreviewTrackProps extends Subtitles {
  isFirst: boolean;
}

function PreviewTrack({ language, text, isFirst }: PreviewTrackProps) {
  const shown = useDeferredValue(text);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([shown], { type: "text/vtt" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [shown]);
  const known = languageByCode(language);
  if (!url) return null;
  return (
    <track key={url} kind="subtitles" src={url} srcLang={known?.tag} label={known?.name} default={isFirst} />
  );
}
