import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { LANGUAGES } from "@/lib/languages";
import { toast } from "@/lib/toasts";
import { ErrorState } from "@/ui/ErrorState";
import { SelectField } from "@/ui/SelectField";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextAreaField } from "@/ui/TextAreaField";
import { TextField } from "@/ui/TextField";
import { instantOf } from "../../catalogue/model/zonedInstant";
import { OfferingChoice } from "../../components/OfferingChoice";
import { EditSheet } from "../../policies/components/EditSheet";
import { useStore } from "../api";
import store from "../components/Store.module.css";
import { localTime } from "../model/newsForm";
import { type OwnReel, type ReelForm, type Subtitles, useReelChanges, useSubtitles } from "./api";
import { ReelPreview } from "./ReelPreview";
import classes from "./Reels.module.css";
import { reasonOf, translateRefusal } from "./refusals";
import { SubtitleFields } from "./SubtitleFields";
import { changedSubtitles } from "./subtitles";

const CAPTION_MAX = 1_000;

interface ReelEditorProps {
  reel: OwnReel;
  onClose: () => void;
}

/** Video, caption, language, subtitles, offerings and time of a reel. */
export function ReelEditor({ reel, onClose }: ReelEditorProps) {
  const { t } = useTranslation("business-reels");
  const profile = useStore();
  const subtitles = useSubtitles(reel.subtitles);
  if (subtitles.isError) {
    return (
      <EditSheet title={t("edit")} dirty={false} onClose={onClose}>
        {() => <ErrorState title={t("failedSubtitles")} onRetry={subtitles.refetch} />}
      </EditSheet>
    );
  }
  if (!profile.data || subtitles.isPending) return <RowSkeletons rows={1} />;
  return (
    <EditorForm
      reel={reel}
      zone={profile.data.time_zone}
      saved={withLanguage(subtitles.data, reel.language)}
      onClose={onClose}
    />
  );
}

/** A reel without subtitles offers those of its own language. */
const withLanguage = (saved: readonly Subtitles[], language: string): readonly Subtitles[] =>
  saved.length > 0 ? saved : [{ language, text: "" }];

interface EditorFormProps extends ReelEditorProps {
  zone: string;
  saved: readonly Subtitles[];
}

function EditorForm({ reel, zone, saved, onClose }: EditorFormProps) {
  const { t } = useTranslation("business-reels");
  const { save, saveSubtitles, setState } = useReelChanges();
  const schedulable = reel.next_states.includes("scheduled");
  const [before] = useState(() => ({
    caption: reel.caption,
    language: reel.language as string,
    offerings: reel.offerings.map(({ id }) => id) as readonly number[],
    subtitles: saved,
    publishAt: reel.publish_at ? localTime(reel.publish_at, zone) : "",
  }));
  const [values, setValues] = useState(before);
  const set = (part: Partial<typeof before>) => setValues((now) => ({ ...now, ...part }));
  const body = {
    ...(values.caption !== before.caption && { caption: values.caption }),
    ...(values.language !== before.language && { language: values.language as ReelForm["language"] }),
    ...(values.offerings !== before.offerings && { offerings: [...values.offerings] }),
  };
  const texts = changedSubtitles(before.subtitles, values.subtitles);
  const dirty = JSON.stringify(values) !== JSON.stringify(before);
  const error = save.error ?? saveSubtitles.error ?? setState.error;
  const problem = (field: string) => {
    const said = error instanceof ApiError ? error.fields[field]?.[0] : undefined;
    return said && translateRefusal(said, t);
  };
  const isOther = error !== null && !["caption", "offerings", "text", "publish_at"].some(problem);
  const isPending = save.isPending || saveSubtitles.isPending || setState.isPending;
  const submit = async () => {
    for (const { reset } of [save, saveSubtitles, setState]) reset();
    try {
      if (Object.keys(body).length > 0) await save.mutateAsync({ id: reel.id, body });
      for (const change of texts) await saveSubtitles.mutateAsync({ id: reel.id, ...change });
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
          {reel.video && <ReelPreview reel={reel} video={reel.video} subtitles={values.subtitles} />}
          {isOther && (
            <p role="alert" className={store.problem}>
              {reasonOf(error, t) ?? t("notSaved")}
            </p>
          )}
          <TextAreaField
            label={t("field.caption")}
            optional
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
          <SubtitleFields
            subtitles={values.subtitles}
            refused={saveSubtitles.variables?.language}
            problem={problem("text")}
            onChange={(subtitles) => set({ subtitles })}
          />
          {schedulable && (
            <TextField
              type="datetime-local"
              label={t("field.publishAt")}
              optional
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
            <Button type="submit" color="terracotta" loading={isPending}>
              {t("save")}
            </Button>
          </div>
        </form>
      )}
    </EditSheet>
  );
}
