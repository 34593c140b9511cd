import { Button, FileButton } from "@mantine/core";
import { IconFileText, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, languageByCode } from "@/lib/languages";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SelectField } from "@/ui/SelectField";
import { TextAreaField } from "@/ui/TextAreaField";
import store from "../components/Store.module.css";
import type { Subtitles } from "./api";
import classes from "./Reels.module.css";
import { MAX_SUBTITLE_BYTES } from "./subtitles";

interface SubtitleFieldsProps {
  subtitles: readonly Subtitles[];
  /** Language whose text the server refused. */
  refused: string | undefined;
  problem: string | undefined;
  onChange: (subtitles: readonly Subtitles[]) => void;
}

/** Subtitles in each language, typed or read from a file. */
export function SubtitleFields({ subtitles, refused, problem, onChange }: SubtitleFieldsProps) {
  const { t } = useTranslation("business-reels");
  const others = LANGUAGES.filter(({ code }) => !subtitles.some(({ language }) => language === code));
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>
        {t("common:field.withOptional", { label: t("subtitles.title") })}
      </legend>
      {subtitles.map((one) => (
        <SubtitleField
          key={one.language}
          subtitles={one}
          problem={refused === one.language ? problem : undefined}
          onChange={(text) =>
            onChange(subtitles.map((other) => (other.language === one.language ? { ...one, text } : other)))
          }
          onRemove={() => onChange(subtitles.filter(({ language }) => language !== one.language))}
        />
      ))}
      {others.length > 0 && (
        <SelectField
          label={t("subtitles.add")}
          data={[
            { value: "", label: t("subtitles.choose") },
            ...others.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value=""
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (value) onChange([...subtitles, { language: value, text: "" }]);
          }}
        />
      )}
    </fieldset>
  );
}

interface SubtitleFieldProps {
  subtitles: Subtitles;
  problem: string | undefined;
  onChange: (text: string) => void;
  onRemove: () => void;
}

function SubtitleField({ subtitles, problem, onChange, onRemove }: SubtitleFieldProps) {
  const { t } = useTranslation("business-reels");
  const [tooLarge, setTooLarge] = useState(false);
  const language = languageByCode(subtitles.language);
  const name = language?.name ?? subtitles.language;
  const choose = async (file: File | null) => {
    if (!file) return;
    const isLarge = file.size > MAX_SUBTITLE_BYTES;
    setTooLarge(isLarge);
    if (!isLarge) onChange(await file.text());
  };
  return (
    <div className={classes.subtitles}>
      <TextAreaField
        label={t("subtitles.in", { language: name })}
        description={t("subtitles.hint")}
        placeholder={"WEBVTT\n\n00:00.000 --> 00:02.500\n…"}
        rows={5}
        resize="vertical"
        dir={language?.dir}
        value={subtitles.text}
        onChange={(event) => {
          setTooLarge(false);
          onChange(event.currentTarget.value);
        }}
        error={tooLarge ? t("refusal.subtitleSize") : problem}
      />
      <div className={store.line}>
        <FileButton accept=".vtt,text/vtt" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon of={IconFileText} />}
              aria-label={t("subtitles.fileFor", { language: name })}
            >
              {t("subtitles.file")}
            </Button>
          )}
        </FileButton>
        <IconButton
          icon={IconTrash}
          color="brick"
          label={t("subtitles.remove", { language: name })}
          onClick={onRemove}
        />
      </div>
    </div>
  );
}
