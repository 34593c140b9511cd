import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

type Notification = DeepRequired<components["schemas"]["Notification"]>;

/** An unread friend request, with other values where given. */
export const notificationOf = (values: Partial<Notification> & { id: number }): Notification => ({
  kind: "friend_request",
  group: "people",
  target: "person",
  actor: {
    id: 7,
    type: "regular",
    userName: "alice",
    firstName: "Alice",
    lastName: "Martin",
    picture: null,
  },
  others: 0,
  count: 1,
  subject: null,
  position: values.id,
  at: "2026-11-22T09:00:00.000Z",
  read: false,
  ...values,
});

/** A subject of a company, with other values where given. */
export const subjectOf = (
  values: Partial<NonNullable<Notification["subject"]>>,
): NonNullable<Notification["subject"]> => ({
  id: 5,
  name: "Casa",
  offering: null,
  company_id: 8,
  handle: "casa",
  picture: null,
  starts_at: null,
  time_zone: null,
  order_code: null,
  ticket: null,
  caption: null,
  comment_id: null,
  comment: null,
  reason: null,
  ...values,
});
