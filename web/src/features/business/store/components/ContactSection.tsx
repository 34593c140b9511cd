import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { TextField } from "@/ui/TextField";
import { LINKS_MAX } from "../model/storeForm";
import { Section } from "./Section";
import classes from "./Store.module.css";
import type { LegalProps, SectionProps } from "./StoreForm";

/** E-mail, phone, web site and pages on social networks. */
export function ContactSection({ form, legal }: SectionProps & LegalProps) {
  const { t } = useTranslation("business-store");
  const links = form.values.social_links;
  const setLinks = (next: string[]) => form.setFieldValue("social_links", next);
  return (
    <Section title={t("contact.title")}>
      <div className={classes.pair}>
        <TextField
          {...form.getInputProps("email")}
          {...legal}
          required
          label={t("field.email")}
          type="email"
          autoComplete="email"
        />
        <TextField
          {...form.getInputProps("phone")}
          required
          label={t("field.phone")}
          type="tel"
          autoComplete="tel"
        />
      </div>
      <TextField
        {...form.getInputProps("website")}
        label={t("field.website")}
        optional
        type="url"
        placeholder="https://"
      />
      <fieldset className={classes.group}>
        <legend className={classes.legend}>
          {t("common:field.withOptional", { label: t("field.links") })}
        </legend>
        {links.map((link, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: links have no id of their own
          <div key={at} className={classes.removable}>
            <TextField
              aria-label={t("field.link", { number: at + 1 })}
              type="url"
              placeholder="https://"
              value={link}
              error={form.errors[`social_links.${at}`] ?? null}
              data-path={form.getInputProps(`social_links.${at}`)["data-path"]}
              onChange={(event) => setLinks(links.with(at, event.currentTarget.value))}
            />
            <IconButton
              icon={IconTrash}
              label={t("field.removeLink", { number: at + 1 })}
              onClick={() => setLinks(links.toSpliced(at, 1))}
            />
          </div>
        ))}
        {links.length < LINKS_MAX && (
          <div>
            <Button
              variant="default"
              leftSection={<Icon of={IconPlus} />}
              onClick={() => setLinks([...links, ""])}
            >
              {t("field.addLink")}
            </Button>
          </div>
        )}
      </fieldset>
    </Section>
  );
}
