import { Drawer, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePhone } from "./breakpoints";
import type { SheetProps } from "./Sheet";

export function SheetBody({ opened, onClose, title, children }: SheetProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const shared = {
    opened,
    onClose,
    title,
    closeButtonProps: { "aria-label": t("action.close"), size: 44 },
    overlayProps: { backgroundOpacity: 0.45 },
  };
  if (phone) {
    return (
      <Drawer
        {...shared}
        position="bottom"
        size="auto"
        radius="16px 16px 0 0"
        transitionProps={{ duration: 200 }}
      >
        {children}
      </Drawer>
    );
  }
  return (
    <Modal {...shared} centered radius="lg" transitionProps={{ duration: 160 }}>
      {children}
    </Modal>
  );
}
