import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUpdateProfile } from "@/api/session";
import type { AccountDocument } from "@/api/types";
import { useForm } from "@/lib/form";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { ErrorMessage } from "@/shared/forms/ErrorMessage";
import { FormError } from "@/shared/forms/FormError";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import { DocumentItem } from "./DocumentItem";
import { DOCUMENT_BYTES, DOCUMENT_KINDS, DOCUMENT_TYPES } from "./documents";

/** The documents of an account, and the way to add one. */
export function DocumentsSection({ documents }: { documents: readonly AccountDocument[] }) {
  const { t } = useTranslation("account");
  const format = useFormat();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isRefused, setRefused] = useState(false);
  const pick = (picked: File | undefined) => {
    if (!picked) return;
    const fits = DOCUMENT_TYPES.includes(picked.type) && picked.size <= DOCUMENT_BYTES;
    setRefused(!fits);
    if (fits) setFile(picked);
  };
  return (
    <Section title={t("documents.title")} lead={t("documents.lead")}>
      {documents.length > 0 && (
        <ul className={classes.list}>
          {documents.map((item) => (
            <DocumentItem key={item.id} item={item} />
          ))}
        </ul>
      )}
      {file ? (
        <NewDocument file={file} onDone={() => setFile(null)} />
      ) : (
        <>
          <input
            ref={picker}
            type="file"
            hidden
            accept={DOCUMENT_TYPES.join(",")}
            aria-label={t("documents.file")}
            onChange={(event) => {
              pick(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
          <Button
            variant="default"
            className={classes.start}
            leftSection={<Icon of={IconUpload} />}
            onClick={() => picker.current?.click()}
          >
            {t("documents.add")}
          </Button>
          {isRefused && (
            <ErrorMessage text={t("auth:documents.refused", { size: format.bytes(DOCUMENT_BYTES) })} />
          )}
        </>
      )}
    </Section>
  );
}

interface Values extends Record<string, unknown> {
  document_kind: string;
  document_expires_on: string;
}

function NewDocument({ file, onDone }: { file: File; onDone: () => void }) {
  const { t } = useTranslation("auth");
  const queries = useQueryClient();
  const update = useUpdateProfile();
  const form = useForm<Values>({
    initialValues: { document_kind: DOCUMENT_KINDS[0], document_expires_on: "" },
  });
  const submit = ({ document_kind, document_expires_on }: Values) => {
    const body = new FormData();
    body.append("document_kind", document_kind);
    if (document_expires_on) body.append("document_expires_on", document_expires_on);
    body.append("document", file, file.name);
    update.mutate(body, {
      onSuccess() {
        queries.invalidateQueries({ queryKey: ["business"] });
        toast.success(t("account:documents.added"));
        onDone();
      },
      onError: (error) => applyServerErrors(form, error, t),
    });
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      <FormError error={update.error} known={["document_kind", "document_expires_on"]} />
      <p>
        <Bdi>{file.name}</Bdi>
      </p>
      <SelectField
        {...form.getInputProps("document_kind")}
        label={t("documents.kind")}
        data={DOCUMENT_KINDS.map((kind) => ({ value: kind, label: t(`documents.kinds.${kind}`) }))}
      />
      <TextField
        {...form.getInputProps("document_expires_on")}
        label={t("documents.expires")}
        optional
        type="date"
      />
      <div className={classes.row}>
        <Button variant="default" onClick={onDone}>
          {t("common:action.cancel")}
        </Button>
        <Button type="submit" loading={update.isPending}>
          {t("account:documents.save")}
        </Button>
      </div>
    </form>
  );
}
