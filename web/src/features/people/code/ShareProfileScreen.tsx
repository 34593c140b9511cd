import { Button } from "@mantine/core";
import { IconCopy, IconDownload, IconRefresh, IconShare3 } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { copyText } from "@/lib/copyText";
import { displayName } from "@/lib/displayName";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { QrCode } from "@/ui/QrCode";
import { Screen } from "@/ui/Screen";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { useOwnCode, useRotateCode } from "./api";
import { Barcode } from "./Barcode";
import classes from "./Code.module.css";
import { grouped } from "./codeOf";
import { FindByCode } from "./FindByCode";
import { saveSvgAsPicture } from "./saveSvgAsPicture";

/** `/UserProfile/share`: the own profile as QR code, barcode and link, and the way to another's by code. */
export function ShareProfileScreen() {
  const { t } = useTranslation("people");
  const own = useOwnCode();
  return (
    <Screen title={t("code.title")} back="/UserProfile/User">
      <div className={classes.page}>
        {own.data ? (
          <OwnCode code={own.data.code} url={own.data.url} />
        ) : own.isError ? (
          <ErrorState title={t("code.failed")} onRetry={() => void own.refetch()} />
        ) : (
          <RowSkeletons rows={4} />
        )}
        <FindByCode />
      </div>
    </Screen>
  );
}

function OwnCode({ code, url }: { code: string; url: string }) {
  const { t } = useTranslation("people");
  const user = useUser();
  const codes = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  if (!user) return null;
  const name = displayName(user);
  const copy = () =>
    copyText(url).then(
      () => toast.success(t("link.copied")),
      () => toast.error(t("link.failed")),
    );
  const share = () =>
    navigator.share({ title: t("code.shareText", { name }), url }).catch((cause: unknown) => {
      // Closing the system's sheet is an answer too.
      if (!(cause instanceof DOMException && cause.name === "AbortError")) toast.error(t("link.failed"));
    });
  const download = () => {
    const svg = codes.current?.querySelector("svg");
    if (!svg) return;
    saveSvgAsPicture(svg, `plaza-${user.userName}.png`).catch((error) =>
      toast.error(t("code.downloadFailed"), error, download),
    );
  };
  return (
    <section className={classes.card} aria-label={name}>
      <Avatar name={name} picture={user.picture} id={user.id} size={72} />
      <div>
        <h2 className={classes.name}>
          <Bdi>{name}</Bdi>
        </h2>
        <p className={classes.muted}>
          <bdi>@{user.userName}</bdi>
        </p>
      </div>
      <div ref={codes} className={classes.codes}>
        <div className={classes.qr}>
          <QrCode text={url} label={t("code.qr", { name })} />
        </div>
        <Barcode text={code} label={t("code.barcode", { name })} />
        <span className={classes.text}>{grouped(code)}</span>
      </div>
      <p className={classes.muted}>{t("code.lead")}</p>
      <div className={classes.actions}>
        <Button leftSection={<Icon of={IconCopy} />} color="terracotta" onClick={() => void copy()}>
          {t("link.copy")}
        </Button>
        {"share" in navigator && (
          <Button
            variant="default"
            leftSection={<Icon of={IconShare3} directed />}
            onClick={() => void share()}
          >
            {t("code.share")}
          </Button>
        )}
        <Button variant="default" leftSection={<Icon of={IconDownload} />} onClick={download}>
          {t("code.download")}
        </Button>
        <Button variant="subtle" leftSection={<Icon of={IconRefresh} />} onClick={() => setAsking(true)}>
          {t("code.rotate")}
        </Button>
      </div>
      {isAsking && <RotateDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

function RotateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("people");
  const rotate = useRotateCode();
  const submit = () =>
    rotate.mutate(undefined, {
      onSuccess() {
        toast.success(t("code.rotated"));
        onClose();
      },
    });
  return (
    <Sheet opened onClose={onClose} title={t("code.rotateTitle")}>
      <div className={classes.stack}>
        <p>{t("code.rotateText")}</p>
        <ActionError error={rotate.error} text={t("common:error.wrong")} />
        <Button color="brick" loading={rotate.isPending} onClick={submit} data-autofocus>
          {t("code.rotate")}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t("common:action.cancel")}
        </Button>
      </div>
    </Sheet>
  );
}
