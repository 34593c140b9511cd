import { Navigate, Outlet, useLocation } from "react-router";
import { useUser } from "@/api/auth";
import { resolveGuard } from "./guards";
import { SignUpPrompt } from "./SignUpPrompt";

export function Guard() {
  const user = useUser();
  const location = useLocation();
  const result = resolveGuard(location, user);
  if ("redirect" in result) return <Navigate to={result.redirect} state={location.state} replace />;
  if ("signUp" in result) return <SignUpPrompt />;
  return <Outlet />;
}
