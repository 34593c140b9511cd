import { Button } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useUser } from "@/api/auth";
import { useProfile, useUpdateProfile } from "@/api/session";
import type { User } from "@/api/types";
import { useForm } from "@/lib/form";
import { lazyPart } from "@/lib/lazyPart";
import { toast } from "@/lib/toasts";
import { AddressFields } from "@/shared/address/AddressFields";
import { LazyDocuments } from "@/shared/documents/LazyDocuments";
import { FormError } from "@/shared/forms/FormError";
import formClasses from "@/shared/forms/forms.module.css";
import { PersonFields } from "@/shared/forms/PersonFields";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { dayOfBirth, phone, present, userName } from "@/shared/forms/validation";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { CheckField } from "@/ui/CheckField";
import { Screen } from "@/ui/Screen";
import { TextAreaField } from "@/ui/TextAreaField";
import { TextField } from "@/ui/TextField";
import { PictureSection } from "./components/PictureSection";

/** Only a new phone number asks for the password. */
const PasswordField = lazyPart(() => import("@/ui/PasswordField").then((file) => file.PasswordField));

/** Edits the profile. */
export function EditProfileScreen({ back }: { back: string }) {
  const { t } = useTranslation("account");
  const user = useUser();
  useProfile();
  if (!user) return null;
  return (
    <Screen title={t("title.edit")} back={back}>
      <div className={classes.page}>
        <PictureSection user={user} />
        <Section title={t("edit.person")}>
          <ProfileForm user={user} back={back} />
        </Section>
        {user.type === "regular" && (
          <Section title={t("edit.likes")} lead={t("edit.likesLead")}>
            <Button
              component={Link}
              to={`/settings/categories?next=${encodeURIComponent("/UserProfile/edit")}`}
              variant="default"
              className={classes.start}
            >
              {t("edit.likesChange")}
            </Button>
          </Section>
        )}
        {user.type === "regular" && <LazyDocuments documents={user.documents} />}
      </div>
    </Screen>
  );
}

const TEXTS = [
  "firstName",
  "lastName",
  "dob",
  "gender",
  "userName",
  "phone",
  "address",
  "addressLine2",
  "postalCode",
  "city",
  "country",
  "bio",
] as const;
type Values = Record<(typeof TEXTS)[number] | "password", string> & { marketing: boolean } & Record<
    string,
    unknown
  >;

const valuesOf = (user: User): Values => {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, user[field] ?? ""]));
  return { ...(texts as Record<(typeof TEXTS)[number], string>), password: "", marketing: user.marketing };
};

function ProfileForm({ user, back }: { user: User; back: string }) {
  const { t } = useTranslation("auth");
  const navigate = useNavigate();
  const update = useUpdateProfile();
  const wrong = (key: string | null) => key && t(`validation.${key}`);
  const form = useForm<Values>({
    initialValues: valuesOf(user),
    validate: {
      firstName: (value) => wrong(present(value, "firstName")),
      lastName: (value) => wrong(present(value, "lastName")),
      dob: (value) => wrong(dayOfBirth(value)),
      gender: (value) => wrong(present(value, "gender")),
      userName: (value) => wrong(userName(value)),
      phone: (value) => wrong(phone(value)),
      address: (value) => wrong(present(value, "address")),
      password: (value, all) =>
        all.phone.trim() !== (user.phone ?? "") && user.hasPassword !== false
          ? wrong(present(value, "password"))
          : null,
    },
  });
  const submit = (values: Values) => {
    const before = valuesOf(user);
    // Only what was changed: another device may have changed the rest.
    const change = Object.fromEntries(
      Object.entries(values).filter(([field, value]) => value !== before[field]),
    );
    update.mutate(change, {
      onSuccess() {
        toast.success(t("account:edit.saved"));
        navigate(back);
      },
      onError: (error) => applyServerErrors(form, error, t),
    });
  };
  const bio = form.getInputProps("bio");
  const phoneIsNew = form.values.phone.trim() !== (user.phone ?? "");
  const phoneChanges = phoneIsNew && user.phoneVerified;
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      <FormError error={update.error} known={Object.keys(form.values)} />
      <PersonFields field={(name) => form.getInputProps(name)} />
      <TextField
        {...form.getInputProps("userName")}
        label={t("field.userName")}
        required
        description={t("field.userNameHint")}
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="username"
      />
      <TextField
        {...form.getInputProps("phone")}
        label={t("field.phone")}
        required
        description={phoneChanges ? t("account:edit.phoneAgain") : t("field.phoneHint")}
        type="tel"
        autoComplete="tel"
      />
      {phoneIsNew && user.hasPassword !== false && (
        <Suspense>
          <PasswordField
            {...form.getInputProps("password")}
            label={t("field.oldPassword")}
            required
            description={t("account:edit.phonePassword")}
            autoComplete="current-password"
          />
        </Suspense>
      )}
      <TextAreaField
        {...bio}
        onChange={(event) => bio.onChange(event.currentTarget.value)}
        label={t("account:edit.bio")}
        optional
        description={t("account:edit.bioHint")}
        autosize={false}
        rows={3}
        maxLength={300}
      />
      <fieldset className={formClasses.group}>
        <legend className={formClasses.legend}>{t("address.title")}</legend>
        <AddressFields
          values={form.values}
          field={(name) => form.getInputProps(name)}
          onChange={(found) => form.setValues(found)}
        />
      </fieldset>
      <CheckField {...form.getInputProps("marketing", { type: "checkbox" })} label={t("field.marketing")} />
      <Button type="submit" color="terracotta" className={classes.save} loading={update.isPending}>
        {t("account:edit.submit")}
      </Button>
    </form>
  );
}
