import { Button } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useUser } from "@/api/auth";
import { useLogout, useProfile } from "@/api/session";
import { useFormat } from "@/lib/format";
import { displayName } from "@/lib/names";
import { toast } from "@/lib/toasts";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { LanguageSelect } from "@/ui/LanguageSelect";
import { SchemeSwitch } from "@/ui/SchemeSwitch";
import { Screen } from "@/ui/Screen";
import classes from "./MeScreen.module.css";

/** Who I am here, how the app speaks and looks to me, and the way out. */
export function MeScreen() {
  const { t } = useTranslation("me");
  const user = useUser();
  const format = useFormat();
  // Shows what was saved at sign-in at once, and what the server knows since.
  useProfile();
  if (!user) return null;
  const name = displayName(user);
  return (
    <Screen title={t("title")}>
      <div className={classes.page}>
        <section className={classes.person} aria-label={t("person")}>
          <Avatar name={name} picture={user.picture} id={user.id} size={88} />
          <div>
            <h2 className={classes.name}>
              <Bdi>{name}</Bdi>
            </h2>
            <p className={classes.handle}>
              <Bdi>@{user.userName}</Bdi>
            </p>
          </div>
        </section>
        <dl className={classes.facts}>
          <Fact name={t("email")}>{user.email}</Fact>
          {user.phone && <Fact name={t("phone")}>{user.phone}</Fact>}
          {user.city && <Fact name={t("city")}>{user.city}</Fact>}
          <Fact name={t("since")}>{format.date(user.createdAt)}</Fact>
        </dl>
        <section className={classes.settings} aria-labelledby="me-settings">
          <h2 id="me-settings" className={classes.heading}>
            {t("settings")}
          </h2>
          <LanguageSelect />
          <SchemeSwitch />
        </section>
        <SignOut />
      </div>
    </Screen>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>
        <Bdi>{children}</Bdi>
      </dd>
    </div>
  );
}

function SignOut() {
  const { t } = useTranslation("me");
  const navigate = useNavigate();
  const logout = useLogout({
    onSuccess: () => toast.success(t("signedOut")),
    onError: () => toast.error(t("signOutFailed")),
  });
  const leave = async () => {
    // First away from here: the guard of this page would lead to the sign-in.
    await navigate("/");
    logout.mutate();
  };
  return (
    <Button
      variant="default"
      leftSection={<Icon of={IconLogout} directed />}
      onClick={leave}
      className={classes.out}
    >
      {t("common:action.signOut")}
    </Button>
  );
}
