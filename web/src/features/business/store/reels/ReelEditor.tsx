import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { LANGUAGES } from "@/lib/languages";
import { toast } from "@/lib/toasts";
import { SelectField } from "@/ui/SelectField";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextField } from "@/ui/TextField";
import { instantOf } from "../../catalogue/model/zonedInstant";
import { OfferingChoice } from "../../components/OfferingChoice";
import { EditSheet } from "../../policies/components/EditSheet";
import { useStore } from "../api";
import store from "../components/Store.module.css";
import { localTime } from "../model/newsForm";
import { type OwnReel, type ReelForm, type SubtitleChange, useReelChanges, useSubtitles } from "./api";
import classes from "./Reels.module.css";

const CAPTION_MAX = 1_000;

interface ReelEditorProps {
  reel: OwnReel;
  onClose: () => void;
}

/** Caption, language, subtitles, offerings and time of a reel. */
export function ReelEditor({ reel, onClose }: ReelEditorProps) {
  const profile = useStore();
  const track = reel.subtitles.find(({ language }) => language === reel.language) ?? reel.subtitles[0];
  const subtitles = useSubtitles(track?.url);
  if (!profile.data || subtitles.isLoading) return <RowSkeletons rows={1} />;
  return (
    <EditorForm
      reel={reel}
      zone={profile.data.time_zone}
      track={{ language: track?.language ?? reel.language, text: subtitles.data ?? "" }}
      onClose={onClose}
    />
  );
}

interface EditorFormProps extends ReelEditorProps {
  zone: string;
  /** Subtitles as saved. */
  track: SubtitleChange;
}

function EditorForm({ reel, zone, track, onClose }: EditorFormProps) {
  const { t } = useTranslation("business-reels");
  const { save, setState } = useReelChanges();
  const schedulable = reel.next_states.includes("scheduled");
  const [before] = useState(() => ({
    caption: reel.caption,
    language: reel.language as string,
    offerings: reel.offerings.map(({ id }) => id) as readonly number[],
    subtitles: track.text,
    publishAt: reel.publish_at ? localTime(reel.publish_at, zone) : "",
  }));
  const [values, setValues] = useState(before);
  const set = (part: Partial<typeof before>) => setValues((now) => ({ ...now, ...part }));
  const body = {
    ...(values.caption !== before.caption && { caption: values.caption }),
    ...(values.language !== before.language && { language: values.language as ReelForm["language"] }),
    ...(values.offerings !== before.offerings && { offerings: [...values.offerings] }),
  };
  const texts =
    values.subtitles === before.subtitles ? [] : [{ language: track.language, text: values.subtitles }];
  const dirty = JSON.stringify(values) !== JSON.stringify(before);
  const error = save.error ?? setState.error;
  const problem = (field: string) => (error instanceof ApiError ? error.fields[field]?.[0] : undefined);
  const isOther = error !== null && !["caption", "offerings", "text", "publish_at"].some(problem);
  const submit = async () => {
    try {
      if (Object.keys(body).length > 0 || texts.length > 0) {
        await save.mutateAsync({ id: reel.id, body, subtitles: texts });
      }
      if (values.publishAt !== before.publishAt) {
        await (values.publishAt
          ? setState.mutateAsync({ id: reel.id, state: "scheduled", at: instantOf(values.publishAt, zone) })
          : setState.mutateAsync({ id: reel.id, state: "draft" }));
      }
      toast.success(t("saved"));
      onClose();
    } catch {
      // The form shows the error of the mutation.
    }
  };
  return (
    <EditSheet title={t("edit")} dirty={dirty} onClose={onClose}>
      {(close) => (
        <form
          className={classes.fields}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {isOther && (
            <p role="alert" className={store.problem}>
              {error instanceof ApiError && error.code !== "network" ? error.message : t("notSaved")}
            </p>
          )}
          <Textarea
            label={t("field.caption")}
            rows={3}
            maxLength={CAPTION_MAX}
            value={values.caption}
            onChange={(event) => set({ caption: event.currentTarget.value })}
            error={problem("caption")}
            data-autofocus
          />
          <SelectField
            label={t("field.language")}
            data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
            value={values.language}
            onChange={(event) => set({ language: event.currentTarget.value })}
          />
          <OfferingChoice
            chosen={values.offerings}
            linked={reel.offerings}
            error={problem("offerings")}
            onChange={(offerings) => set({ offerings })}
          />
          <Textarea
            label={t("field.subtitles")}
            description={t("field.subtitlesHint")}
            placeholder={"WEBVTT\n\n00:00.000 --> 00:02.500\n…"}
            rows={5}
            resize="vertical"
            value={values.subtitles}
            onChange={(event) => set({ subtitles: event.currentTarget.value })}
            error={problem("text")}
          />
          {schedulable && (
            <TextField
              type="datetime-local"
              label={t("field.publishAt")}
              description={t("field.publishAtHint", { zone: zone.replaceAll("_", " ") })}
              value={values.publishAt}
              onChange={(event) => set({ publishAt: event.currentTarget.value })}
              error={problem("publish_at") ?? null}
            />
          )}
          <div className={store.buttons}>
            <Button variant="default" onClick={close}>
              {t("common:action.cancel")}
            </Button>
            <Button type="submit" color="terracotta" loading={save.isPending || setState.isPending}>
              {t("save")}
            </Button>
          </div>
        </form>
      )}
    </EditSheet>
  );
}
