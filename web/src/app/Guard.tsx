import { Navigate, Outlet, useLocation } from "react-router";
import { useUser } from "@/api/auth";
import { judge } from "./guards";
import { GuestInvitation } from "./SignUpPrompt";

export function Guard() {
  const user = useUser();
  const location = useLocation();
  const verdict = judge(location, user);
  if ("lead" in verdict) return <Navigate to={verdict.lead} state={location.state} replace />;
  if ("invite" in verdict) return <GuestInvitation />;
  return <Outlet />;
}
