import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./IconButton";

/** One press between light and dark. */
export function ColorSchemeToggle() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme() === "dark";
  return (
    <IconButton
      icon={dark ? IconSun : IconMoon}
      label={`${t("colon", { label: t("action.theme") })} ${t(dark ? "theme.light" : "theme.dark")}`}
      onClick={() => setColorScheme(dark ? "light" : "dark")}
    />
  );
}
