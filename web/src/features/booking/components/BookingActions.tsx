import { Button } from "@mantine/core";
import { IconCalendarPlus, IconMessageCircle, IconShare2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isGuest, useUser } from "@/api/auth";
import type { Booking } from "@/shared/booking/types";
import { useMessageCompany } from "@/shared/company-chat/useMessageCompany";
import { Icon } from "@/ui/Icon";
import { useCalendarFile, useShareOffering } from "../hooks/useBookingActions";
import classes from "./Confirmation.module.css";

/** Actions on a booking: calendar, message, sharing. */
export function BookingActions({ booking, children }: { booking: Booking; children?: ReactNode }) {
  const { t } = useTranslation("booking");
  const calendar = useCalendarFile(booking);
  const message = useMessageCompany();
  const user = useUser();
  // Guests have no chats.
  const mayWrite = user !== null && !isGuest(user);
  const share = useShareOffering(booking);
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
          onClick={() => message.mutate(booking.company.id)}
        >
          {t("message.action")}
        </Button>
      )}
      <Button variant="default" leftSection={<Icon of={IconShare2} />} onClick={share}>
        {t("share.action")}
      </Button>
      {children}
    </div>
  );
}
