import { IconPlayerPause } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { MenuItem } from "@/ui/menu/ContextMenu";
import { MenuButton } from "@/ui/menu/MenuButton";
import type { usePause } from "../hooks/usePause";
import { useSetPause } from "../hooks/useSetPause";

/** Lengths of a pause, in minutes. */
const LENGTHS = [15, 30, 60, 120, 240] as const;
const HOUR = 60;

/** Pauses the company while it is busy: customers order and book for later only. */
export function PauseButton({ pause }: { pause: ReturnType<typeof usePause> }) {
  const { t } = useTranslation("business-orders");
  const set = useSetPause(pause);
  return (
    <MenuButton
      label={t("pause.title")}
      icon={IconPlayerPause}
      variant="subtle"
      loading={pause.set.isPending}
    >
      {(close) =>
        LENGTHS.map((minutes) => (
          <MenuItem
            key={minutes}
            onClick={() => {
              close();
              set(minutes);
            }}
          >
            {minutes < HOUR
              ? t("pause.minutes", { count: minutes })
              : t("pause.hours", { count: minutes / HOUR })}
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
