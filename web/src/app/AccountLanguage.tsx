import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { isGuest, useAuth, useUser } from "@/api/auth";
import { useUpdateProfile } from "@/api/session";
import { onLanguageChosen, showAccountLanguage } from "@/lib/i18n";
import { toast } from "@/lib/toasts";

/** Saves each chosen language to the account, in which mails come. Shows the account's own on a device without a choice. */
export function AccountLanguage() {
  const { t } = useTranslation();
  const user = useUser();
  // Nobody has chosen the language of a guest's account.
  const own = isGuest(user) ? undefined : user?.language;
  const { mutate } = useUpdateProfile();
  useEffect(() => {
    if (own) void showAccountLanguage(own);
  }, [own]);
  useEffect(
    () =>
      onLanguageChosen((language) => {
        const known = useAuth.getState().credentials?.user.language;
        if (known === undefined || known === language) return;
        const save = () =>
          mutate({ language }, { onError: (error) => toast.error(t("languageNotSaved"), error, save) });
        save();
      }),
    [mutate, t],
  );
  return null;
}
