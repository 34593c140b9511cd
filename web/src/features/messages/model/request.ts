// A chat that its recipient has not accepted: a direct chat of strangers, or a group that a stranger added the viewer to.

import type { ChatDetail, Member } from "./wire";

type Request = ChatDetail["request"];

/** The request after a message: an answer of the recipient accepts it, any other uses up one of those allowed. */
export function afterMessage(request: Request, sender: number): Request {
  if (request === null || sender === request.to) return null;
  return { ...request, left: Math.max(0, request.left - 1) };
}

/** The request of a group after members changed: the viewer, to whom it is, is among them without a stranger once it is accepted. */
export function afterAcceptance(request: Request, changed: readonly Member[]): Request {
  const accepted = changed.some(({ user, request_from }) => user.id === request?.to && !request_from);
  return accepted ? null : request;
}
