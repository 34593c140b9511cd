/** Returned by a reducer that cannot apply an event. The client joins the stream again and receives a snapshot. */
export const resync = Symbol("resync");
