import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Bdi } from "@/ui/Bdi";
import { IconButton } from "@/ui/IconButton";
import media from "../components/Media.module.css";
import type { ReelUpload } from "./api";
import { RefusedVideo, reasonOf, translateRefusal } from "./refusals";
import type { VideoUpload } from "./uploadQueue";
import { nextState } from "./uploadState";
import type { useReelUploads } from "./useReelUploads";

interface ReelUploadsProps {
  uploads: ReturnType<typeof useReelUploads>;
  /** Makes a reel of an encoded video. */
  onMake: (upload: number) => void;
}

/** Videos on their way, each with its progress, and those of the server that have no reel. */
export function ReelUploads({ uploads, onMake }: ReelUploadsProps) {
  const { t } = useTranslation("business-reels");
  const { items, others } = uploads;
  if (items.length + others.length === 0) return null;
  return (
    <ul className={media.uploads} aria-label={t("upload.list")}>
      {items.map((item) => (
        <QueuedUpload
          key={item.key}
          item={item}
          onPause={() => uploads.pause(item.key)}
          onResume={() => uploads.resume(item.key)}
          onCancel={() => void uploads.cancel(item)}
        />
      ))}
      {others.map((upload) => (
        <OtherUpload
          key={upload.id}
          upload={upload}
          onMake={() => onMake(upload.id)}
          onCancel={() => void uploads.cancel({ key: "", id: upload.id })}
        />
      ))}
    </ul>
  );
}

/** Problems that another try of the same file cannot mend. */
const isFinal = ({ problem }: VideoUpload) => typeof problem === "string" || problem instanceof RefusedVideo;

interface QueuedUploadProps {
  item: VideoUpload;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}

function QueuedUpload({ item, onPause, onResume, onCancel }: QueuedUploadProps) {
  const { t } = useTranslation("business-reels");
  const format = useFormat();
  const { file, problem, progress, state } = item;
  const { name } = file;
  const canPause = nextState(state, "pause") !== undefined;
  const canResume = nextState(state, "resume") !== undefined && !isFinal(item);
  const control = canPause
    ? { icon: IconPlayerPause, label: t("upload.pause", { name }), onClick: onPause }
    : problem === null
      ? { icon: IconPlayerPlay, label: t("upload.resume", { name }), onClick: onResume }
      : { icon: IconRefresh, label: t("upload.retry", { name }), onClick: onResume };
  return (
    <UploadRow
      name={name}
      onCancel={nextState(state, "cancel") && onCancel}
      // One button in one place, so that it keeps the focus.
      action={(canPause || canResume) && <IconButton {...control} />}
    >
      {problem === null ? (
        <UploadState
          name={name}
          progress={state === "preparing" ? undefined : progress}
          text={t(`upload.state.${state as "sending"}`, {
            sent: format.bytes(progress * file.size),
            all: format.bytes(file.size),
          })}
        />
      ) : (
        <span className={media.problem} role="alert">
          {typeof problem === "string"
            ? t(`refusal.${problem}`)
            : (reasonOf(problem, t) ?? t("upload.failed"))}
        </span>
      )}
    </UploadRow>
  );
}

interface OtherUploadProps {
  upload: ReelUpload;
  onMake: () => void;
  onCancel: () => void;
}

/** Upload of an earlier visit or of another device. */
function OtherUpload({ upload, onMake, onCancel }: OtherUploadProps) {
  const { t } = useTranslation("business-reels");
  const { name, parts, received, failure } = upload;
  const content: Record<ReelUpload["state"], ReactNode> = {
    receiving: <UploadState name={name} progress={received.length / parts} text={t("upload.interrupted")} />,
    processing: <UploadState name={name} progress={undefined} text={t("upload.state.preparing")} />,
    ready: <span className={media.muted}>{t("upload.ready")}</span>,
    failed: (
      <span className={media.problem}>{failure ? translateRefusal(failure, t) : t("upload.refused")}</span>
    ),
    used: null,
  };
  // The server does not delete a video that it encodes.
  return (
    <UploadRow
      name={name}
      onCancel={upload.state === "processing" ? undefined : onCancel}
      action={
        upload.state === "ready" && (
          <Button variant="default" onClick={onMake}>
            {t("upload.make")}
          </Button>
        )
      }
    >
      {content[upload.state]}
    </UploadRow>
  );
}

interface UploadRowProps {
  name: string;
  onCancel: (() => void) | undefined;
  action: ReactNode;
  children: ReactNode;
}

function UploadRow({ name, onCancel, action, children }: UploadRowProps) {
  const { t } = useTranslation("business-reels");
  return (
    <li className={media.upload}>
      <div className={media.uploadWords}>
        <Bdi line>{name}</Bdi>
        {children}
      </div>
      {action}
      {onCancel && <IconButton icon={IconX} label={t("upload.cancel", { name })} onClick={onCancel} />}
    </li>
  );
}

interface UploadStateProps {
  name: string;
  /** From 0 to 1. Undefined while it cannot be told. */
  progress: number | undefined;
  text: string;
}

function UploadState({ name, progress, text }: UploadStateProps) {
  const { t } = useTranslation("business-reels");
  return (
    <>
      <progress className={media.progress} value={progress} aria-label={t("upload.progress", { name })} />
      <span className={media.muted}>{text}</span>
    </>
  );
}
