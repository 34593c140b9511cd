import { Button } from "@mantine/core";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormError } from "@/shared/forms/FormError";
import { LocalPicture } from "@/shared/picture/LocalPicture";
import { useObjectUrl } from "@/shared/picture/useObjectUrl";
import settings from "@/shared/settings/settings.module.css";
import { MAX_ZOOM, moved, squareOf, WHOLE, within } from "../model/cropArea";
import classes from "./Crop.module.css";

interface CropProps {
  file: File;
  busy: boolean;
  onDone: (picture: Blob) => void;
  onCancel: () => void;
}

/** Enough for every place that shows a face, on a sharp screen. */
const PIXELS = 512;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
};

/** Cuts a picture to a square: it is drawn by the hand or the arrows, and brought nearer. */
export function Crop({ file, busy, onDone, onCancel }: CropProps) {
  const { t } = useTranslation("account");
  const url = useObjectUrl(file);
  const picture = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [cut, setCut] = useState(WHOLE);
  const [broken, setBroken] = useState(false);

  const move = (dx: number, dy: number) => setCut((now) => (size ? moved(now, size, dx, dy) : now));
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const side = event.currentTarget.clientWidth;
    move(event.movementX / side, event.movementY / side);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    move(...arrow);
  };
  const done = async () => {
    if (!size || !picture.current) return;
    const { x, y, side } = squareOf(cut, size);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.min(PIXELS, Math.round(side));
    const context = canvas.getContext("2d");
    if (context) context.imageSmoothingQuality = "high";
    context?.drawImage(picture.current, x, y, side, side, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => (blob ? onDone(blob) : setBroken(true)), "image/webp", 0.9);
  };
  const style = size
    ? ({
        "--cut-width": `${(size.width / squareOf(cut, size).side) * 100}%`,
        "--cut-x": `${(-squareOf(cut, size).x / squareOf(cut, size).side) * 100}%`,
        "--cut-y": `${(-squareOf(cut, size).y / squareOf(cut, size).side) * 100}%`,
      } as CSSProperties)
    : undefined;
  return (
    <div className={settings.form}>
      {broken && <FormError text={t("picture.broken")} />}
      {/* biome-ignore lint/a11y/useSemanticElements: no element of HTML is a surface to move a picture on */}
      <div
        className={classes.frame}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move the picture
        tabIndex={0}
        aria-label={t("picture.frame")}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      >
        {url && (
          <LocalPicture
            ref={picture}
            src={url}
            alt=""
            draggable={false}
            className={classes.picture}
            style={style}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize({ width, height })
            }
            onError={() => setBroken(true)}
          />
        )}
        <span className={classes.round} aria-hidden="true" />
      </div>
      <label className={classes.zoom}>
        {t("picture.zoom")}
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.01}
          value={cut.zoom}
          disabled={!size}
          onChange={(event) => {
            const zoom = event.currentTarget.valueAsNumber;
            if (size) setCut((now) => within({ ...now, zoom }, size));
          }}
        />
      </label>
      <div className={settings.row}>
        <Button variant="default" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
        <Button loading={busy} disabled={!size || broken} onClick={done}>
          {t("picture.save")}
        </Button>
      </div>
    </div>
  );
}
