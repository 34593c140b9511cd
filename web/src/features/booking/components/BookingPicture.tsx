import type { Booking } from "@/shared/booking/types";
import { Picture } from "@/shared/picture/Picture";

/** Picture of the booked offering. */
export function BookingPicture({
  booking,
  sizes,
  ratio,
}: {
  booking: Booking;
  sizes: string;
  ratio?: string;
}) {
  const { picture, category, id } = booking.offering;
  const file = picture ? { id, url: picture, width: null, height: null, placeholder: null } : null;
  return <Picture picture={file} alt="" sizes={sizes} ratio={ratio} category={category} />;
}
