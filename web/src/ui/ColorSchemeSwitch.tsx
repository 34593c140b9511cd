import { useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import classes from "./ColorSchemeSwitch.module.css";
import { Icon } from "./Icon";

const SCHEMES = [
  { scheme: "light", icon: IconSun },
  { scheme: "dark", icon: IconMoon },
  { scheme: "auto", icon: IconDeviceDesktop },
] as const;

/** Light, dark, or as the system says. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation();
  const name = useId();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t("action.theme")}</legend>
      <div className={classes.choices}>
        {SCHEMES.map(({ scheme, icon }) => (
          <label key={scheme} className={classes.choice}>
            <input
              type="radio"
              name={name}
              className={classes.radio}
              checked={colorScheme === scheme}
              onChange={() => setColorScheme(scheme)}
            />
            <Icon of={icon} />
            {t(`theme.${scheme}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
