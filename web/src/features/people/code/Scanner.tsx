import { Button } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isInsecure } from "@/lib/secureContext";
import { Icon } from "@/ui/Icon";
import classes from "./Code.module.css";
import { makeReader } from "./detector";

/** Time between two looks at the camera's picture, in milliseconds. */
const PAUSE_MS = 200;

interface ScannerProps {
  onRead: (text: string) => void;
  /** Chooses a picture of a code instead, without a camera. */
  onPicture: () => void;
}

/** Shows the camera and reads the first code in view. Stops the camera when it goes. */
export function Scanner({ onRead, onPicture }: ScannerProps) {
  const { t } = useTranslation("people");
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    const control = new AbortController();
    const view = video.current;
    if (view) {
      scan(view, control.signal).then(
        (text) => text !== null && read.current(text),
        () => !control.signal.aborted && setFailed(true),
      );
    }
    return () => control.abort();
  }, []);
  if (hasFailed) {
    return (
      <div className={classes.failed}>
        <p role="alert">{t(isInsecure() ? "code.insecureCamera" : "code.noCamera")}</p>
        <Button variant="default" leftSection={<Icon of={IconPhoto} />} onClick={onPicture}>
          {t("code.picture")}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.stack}>
      <video ref={video} className={classes.video} muted playsInline aria-label={t("code.camera")} />
      <p className={classes.muted}>{t("code.scanLead")}</p>
    </div>
  );
}

/** Reads the camera until a code is found, or until the signal. Fails without a camera or the permission for it. */
async function scan(view: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    view.srcObject = stream;
    await view.play();
    const reader = await makeReader();
    while (!signal.aborted) {
      const text = await reader.read(view);
      if (text) return text;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
