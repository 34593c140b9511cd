import { UnstyledButton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { changeLanguage, useLanguage } from "@/lib/i18n";
import { LANGUAGES } from "@/lib/languages";
import { Icon } from "./Icon";
import classes from "./LanguageSheet.module.css";
import { Sheet } from "./Sheet";

/** The languages that are offered, each under its own name. */
export function LanguageSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const current = useLanguage();
  const choose = (code: string) => {
    changeLanguage(code);
    onClose();
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={t("action.language")}>
      <ul className={classes.list}>
        {LANGUAGES.map(({ code, tag, dir, name }) => (
          <li key={code}>
            <UnstyledButton
              className={classes.language}
              aria-current={code === current.code}
              data-autofocus={code === current.code || undefined}
              onClick={() => choose(code)}
            >
              <span lang={tag} dir={dir}>
                {name}
              </span>
              {code === current.code && <Icon of={IconCheck} />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
