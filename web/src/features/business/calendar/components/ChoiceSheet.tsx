import { Button } from "@mantine/core";
import { IconBan, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { Sheet } from "@/ui/Sheet";
import classes from "./Calendar.module.css";

interface ChoiceSheetProps {
  /** Chosen time, with its day. */
  title: string;
  onBlock: () => void;
  onWalkIn: () => void;
  onClose: () => void;
}

/** Makes a reservation or a block of an empty time. */
export function ChoiceSheet({ title, onBlock, onWalkIn, onClose }: ChoiceSheetProps) {
  const { t } = useTranslation(["business-calendar", "reservations"]);
  return (
    <Sheet opened onClose={onClose} title={title}>
      <div className={classes.form}>
        <Button
          size="md"
          color="terracotta"
          leftSection={<Icon of={IconPlus} />}
          onClick={onWalkIn}
          data-autofocus
        >
          {t("reservations:walkIn.add")}
        </Button>
        <Button size="md" variant="default" leftSection={<Icon of={IconBan} />} onClick={onBlock}>
          {t("block.add")}
        </Button>
      </div>
    </Sheet>
  );
}
