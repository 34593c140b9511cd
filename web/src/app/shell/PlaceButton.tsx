import { UnstyledButton } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { useHomeTown } from "@/shared/place/useHomeTown";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import classes from "./PlaceButton.module.css";

const PlaceSheet = lazyPart(() => import("./PlaceSheet").then((file) => file.PlaceSheet));

/** The town that the pages are about, and the way to another one. */
export function PlaceButton() {
  const { t } = useTranslation();
  const { town } = useHomeTown();
  // Null until the first opening, which fetches the sheet's code.
  const [opened, setOpened] = useState<boolean | null>(null);
  return (
    <>
      <UnstyledButton
        className={classes.place}
        aria-label={town ? t("place.current", { place: town }) : t("place.choose")}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <Icon of={IconMapPin} />
        <Bdi line>{town || t("place.none")}</Bdi>
      </UnstyledButton>
      {opened !== null && (
        <Suspense>
          <PlaceSheet opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
