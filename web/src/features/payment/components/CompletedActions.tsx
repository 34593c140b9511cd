import { Button } from "@mantine/core";
import { IconCalendarPlus, IconMessageCircle, IconShare2 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isGuest, useUser } from "@/api/auth";
import { useMessageCompany } from "@/shared/company-chat/useMessageCompany";
import { hasCalendar, useOrderCalendar } from "@/shared/orders/useOrderCalendar";
import { ShareDialog } from "@/shared/share/ShareDialog";
import { Icon } from "@/ui/Icon";
import type { Order } from "../types";
import classes from "./Payment.module.css";

/** After an order: calendar, message to the company, sharing with friends. */
export function CompletedActions({ order }: { order: Order }) {
  const { t } = useTranslation("payment");
  const calendar = useOrderCalendar(order);
  const message = useMessageCompany();
  const [sharing, setSharing] = useState(false);
  const { id, handle, name } = order.company;
  const user = useUser();
  // Guests have no chats.
  const mayWrite = user !== null && !isGuest(user);
  return (
    <div className={classes.after}>
      {hasCalendar(order) && (
        <Button
          variant="default"
          leftSection={<Icon of={IconCalendarPlus} />}
          loading={calendar.isPending}
          onClick={() => calendar.mutate()}
        >
          {t("completed.calendar")}
        </Button>
      )}
      {mayWrite && (
        <Button
          variant="default"
          leftSection={<Icon of={IconMessageCircle} />}
          loading={message.isPending}
          onClick={() => message.mutate(id)}
        >
          {t("completed.message", { company: name })}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon of={IconShare2} />}
        aria-haspopup="dialog"
        onClick={() => setSharing(true)}
      >
        {t("completed.share")}
      </Button>
      <ShareDialog
        title={t("completed.share")}
        target={{
          kind: "company",
          id,
          title: name,
          text: t("completed.shareText", { company: name }),
          path: `/companies/${handle}`,
        }}
        opened={sharing}
        onClose={() => setSharing(false)}
      />
    </div>
  );
}
