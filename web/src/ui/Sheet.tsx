import { Drawer, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePhone } from "./breakpoints";

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}

/** Rises from the bottom on a phone, stands in the middle elsewhere. Escape and the backdrop close it; the focus returns. */
export function Sheet({ opened, onClose, title, children }: SheetProps) {
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
