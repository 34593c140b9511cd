import { Drawer, Modal } from "@mantine/core";
import { useState } from "react";
import { usePhone } from "./breakpoints";
import { CloseButton } from "./CloseButton";
import type { SheetProps } from "./Sheet";

export function SheetBody({ opened, onClose, title, children }: SheetProps) {
  const phone = usePhoneAtOpening(opened);
  const Part = phone ? Drawer : Modal;
  const parts = (
    <>
      <Part.Overlay backgroundOpacity={0.45} />
      <Part.Content>
        {/* The library's is a `<header>`: it would count as a second banner of the page. */}
        <Part.Header role="presentation">
          <Part.Title>{title}</Part.Title>
          <CloseButton onClick={onClose} />
        </Part.Header>
        <Part.Body>{children}</Part.Body>
      </Part.Content>
    </>
  );
  if (phone) {
    return (
      <Drawer.Root
        opened={opened}
        onClose={onClose}
        position="bottom"
        size="auto"
        transitionProps={{ duration: 200 }}
      >
        {parts}
      </Drawer.Root>
    );
  }
  return (
    <Modal.Root opened={opened} onClose={onClose} centered padding="lg" transitionProps={{ duration: 160 }}>
      {parts}
    </Modal.Root>
  );
}

/** The layout of the opening stays until the next one: another part would lose what was typed when a phone is turned. */
function usePhoneAtOpening(opened: boolean): boolean {
  const phone = usePhone();
  const [layout, setLayout] = useState({ opened, phone });
  if (opened === layout.opened) return layout.phone;
  const next = { opened, phone: opened ? phone : layout.phone };
  setLayout(next);
  return next.phone;
}
