import { Button } from "@mantine/core";
import { IconCalendarPlus, IconMessageCircle, IconShare2 } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { isGuest, useUser } from "@/api/auth";
import type { Booking } from "@/shared/booking/types";
import { useMessageCompany } from "@/shared/company-chat/useMessageCompany";
import { ShareDialog } from "@/shared/share/ShareDialog";
import { Icon } from "@/ui/Icon";
import { useCalendarFile } from "../hooks/useBookingActions";
import classes from "./Confirmation.module.css";

/** Actions on a booking: calendar, message, sharing. */
export function BookingActions({ booking, children }: { booking: Booking; children?: ReactNode }) {
  const { t } = useTranslation("booking");
  const calendar = useCalendarFile(booking);
  const message = useMessageCompany();
  const user = useUser();
  // Guests have no chats.
  const mayWrite = user !== null && !isGuest(user);
  const [sharing, setSharing] = useState(false);
  const { company, offering } = booking;
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<Icon of={IconCalendarPlus} />}
        loading={calendar.isPending}
        onClick={() => calendar.mutate()}
      >
        {t("calendar.add")}
      </Button>
      {mayWrite && (
        <Button
          variant="default"
          leftSection={<Icon of={IconMessageCircle} />}
          loading={message.isPending}
          onClick={() => message.mutate(company.id)}
        >
          {t("message.action")}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon of={IconShare2} />}
        aria-haspopup="dialog"
        onClick={() => setSharing(true)}
      >
        {t("share.action")}
      </Button>
      <ShareDialog
        title={t("share.title", { name: offering.name })}
        target={{
          kind: "product",
          id: offering.id,
          title: `${offering.name} · ${company.name}`,
          path: `/products/${offering.id}`,
        }}
        opened={sharing}
        onClose={() => setSharing(false)}
      />
      {children}
    </div>
  );
}
