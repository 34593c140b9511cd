import { Button } from "@mantine/core";
import { IconShare3 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ShareDialog } from "@/shared/share/ShareDialog";
import { Icon } from "@/ui/Icon";
import type { OfferingDetails } from "../api";

/** Sends an offering to friends, or shares its address. */
export function ShareProduct({ offering }: { offering: OfferingDetails }) {
  const { t } = useTranslation("product");
  const [opened, setOpened] = useState(false);
  const { id, name, company } = offering;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon of={IconShare3} directed />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {t("share.action")}
      </Button>
      <ShareDialog
        title={t("share.title", { name })}
        target={{ kind: "product", id, title: `${name} · ${company.name}`, path: `/products/${id}` }}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
