import { ActionIcon, Menu } from "@mantine/core";
import { IconCheck, IconWorld } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { changeLanguage, useLanguage } from "@/lib/i18n";
import { LANGUAGES } from "@/lib/languages";
import { Icon } from "./Icon";
import classes from "./LanguageMenu.module.css";

/** Thirteen languages, each under its own name. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`${t("action.language")}: ${current.name}`}>
          <Icon of={IconWorld} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.list}>
        {LANGUAGES.map(({ code, tag, dir, name }) => (
          <Menu.Item
            key={code}
            role="menuitemradio"
            aria-checked={code === current.code}
            rightSection={code === current.code && <Icon of={IconCheck} />}
            onClick={() => changeLanguage(code)}
          >
            <span lang={tag} dir={dir}>
              {name}
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
