import { Button } from "@mantine/core";
import { IconDownload, IconFileText, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { download } from "@/api/client";
import type { AccountDocument } from "@/api/types";
import { useFormat } from "@/lib/format";
import { saveAs } from "@/lib/saveAs";
import { ActionError } from "@/shared/forms/ActionError";
import classes from "@/shared/settings/settings.module.css";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { useReturnFocus } from "@/ui/useReturnFocus";
import { useDeleteDocument } from "./api";
import { expiry } from "./documents";

/** A document that is kept: what it is, until when it holds, and its file. */
export function DocumentItem({ item }: { item: AccountDocument }) {
  const { t } = useTranslation("account");
  const format = useFormat();
  const remove = useDeleteDocument();
  const [asked, setAsked] = useState(false);
  const trash = useReturnFocus(asked);
  const open = useMutation({
    mutationFn: () => download(item.url),
    onSuccess: (file) => saveAs(file, item.name),
  });
  const state = expiry(item.expires_on ?? null, new Date());
  return (
    <li className={classes.item}>
      <Icon of={IconFileText} size={28} />
      <div className={classes.words}>
        <p>
          <Bdi>{item.name}</Bdi>
        </p>
        <p className={classes.muted}>
          {t(`auth:documents.kinds.${item.kind}`)}
          {item.expires_on && (
            <>
              {" · "}
              {t("documents.until", { day: format.date(`${item.expires_on}T12:00:00`) })}{" "}
            </>
          )}
          {state !== "fine" && (
            <span className={classes.chip} data-kind={state === "over" ? "danger" : "warning"}>
              {t(`documents.${state}`)}
            </span>
          )}
        </p>
        <ActionError error={(asked ? remove : open).error} text={t("common:error.wrong")} />
      </div>
      {asked ? (
        <Removal
          name={item.name}
          busy={remove.isPending}
          onRemove={() => remove.mutate(item.id)}
          onCancel={() => {
            remove.reset();
            setAsked(false);
          }}
        />
      ) : (
        <div className={classes.tools}>
          <IconButton
            icon={IconDownload}
            label={t("documents.open", { name: item.name })}
            loading={open.isPending}
            onClick={() => open.mutate()}
          />
          <IconButton
            icon={IconTrash}
            ref={trash}
            label={t("auth:documents.remove", { name: item.name })}
            onClick={() => setAsked(true)}
          />
        </div>
      )}
    </li>
  );
}

interface RemovalProps {
  name: string;
  busy: boolean;
  onRemove: () => void;
  onCancel: () => void;
}

/** Asks for confirmation in place: a removed document cannot be restored. */
function Removal({ name, busy, onRemove, onCancel }: RemovalProps) {
  const { t } = useTranslation("account");
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <div className={classes.asked}>
      <Button ref={cancel} variant="default" onClick={onCancel}>
        {t("common:action.cancel")}
      </Button>
      <Button color="brick" loading={busy} aria-label={t("documents.removeNow", { name })} onClick={onRemove}>
        {t("documents.remove")}
      </Button>
    </div>
  );
}
