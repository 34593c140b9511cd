import { Drawer } from "@mantine/core";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePhone } from "@/ui/breakpoints";
import { CloseButton } from "@/ui/CloseButton";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { useFocusBack } from "@/ui/useFocusBack";
import { useSheetEntry } from "@/ui/useSheetEntry";
import { useReservation } from "../api";
import { type CompanyState, nextStates } from "../model/actions";
import type { MoveTarget } from "../model/moveTarget";
import { MoveForm } from "./MoveForm";
import { ReasonForm } from "./ReasonForm";
import { ReservationDetails } from "./ReservationDetails";
import classes from "./Reservations.module.css";

/** Content of the drawer: the reservation, its move, or the reason of a refusal. */
export type DrawerMode = "cancelled_by_company" | "declined" | "details" | "move";

interface ReservationDrawerProps {
  id: number;
  zone: string;
  firstMode: DrawerMode;
  /** Time and place that it was dragged to. */
  moveTo?: MoveTarget;
  onClose: () => void;
}

export function ReservationDrawer({ id, zone, firstMode, moveTo, onClose }: ReservationDrawerProps) {
  // The steppers of a move and the button to the chat have their texts there.
  const { t } = useTranslation(["reservations", "booking", "business-orders"]);
  const phone = usePhone();
  const [mode, setMode] = useState(firstMode);
  const { data: reservation, isError, refetch } = useReservation(id);
  const back = () => setMode("details");
  // Another device may have answered meanwhile.
  const isRefusal = mode === "declined" || mode === "cancelled_by_company";
  const isClosed = reservation && isRefusal && !nextStates(reservation).includes(mode as CompanyState);
  const shown = isClosed ? "details" : mode;
  useFocusBack(true);
  useSheetEntry(true, onClose);
  const title = useTitleFocus(shown, reservation?.state);
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position={phone ? "bottom" : "right"}
      size={phone ? "92%" : 480}
      transitionProps={{ duration: 200 }}
    >
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content {...(!phone && { className: classes.side })}>
        {/* The library's is a `<header>`: it would count as a second banner of the page. */}
        <Drawer.Header role="presentation">
          <Drawer.Title ref={title} tabIndex={-1}>
            {t(`drawer.${shown}`)}
          </Drawer.Title>
          <CloseButton onClick={onClose} />
        </Drawer.Header>
        <Drawer.Body>
          {!reservation ? (
            isError ? (
              <ErrorState title={t("failed")} onRetry={() => void refetch()} />
            ) : (
              <RowSkeletons rows={4} />
            )
          ) : shown === "details" ? (
            <ReservationDetails reservation={reservation} zone={zone} onMode={setMode} />
          ) : shown === "move" ? (
            <MoveForm reservation={reservation} zone={zone} to={moveTo} onDone={back} />
          ) : (
            <ReasonForm reservation={reservation} state={shown} onDone={back} />
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** For the title: it takes the focus if the button that had it is gone with the content or the state before. */
function useTitleFocus(...shown: (string | undefined)[]): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const key = shown.join(" ");
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== key && document.activeElement === document.body) title.current?.focus();
    before.current = key;
  }, [key]);
  return title;
}
