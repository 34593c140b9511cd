import { ActionIcon, SegmentedControl, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";

/** One press between light and dark. */
export function SchemeButton() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme() === "dark";
  return (
    <ActionIcon
      aria-label={`${t("action.theme")}: ${t(dark ? "theme.light" : "theme.dark")}`}
      onClick={() => setColorScheme(dark ? "light" : "dark")}
    >
      <Icon of={dark ? IconSun : IconMoon} />
    </ActionIcon>
  );
}

/** Light, dark, or as the system says. */
export function SchemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={t("action.theme")}
      fullWidth
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
      data={[
        { value: "light", label: t("theme.light") },
        { value: "dark", label: t("theme.dark") },
        { value: "auto", label: t("theme.auto") },
      ]}
    />
  );
}
