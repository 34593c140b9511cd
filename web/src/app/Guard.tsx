import { Navigate, Outlet, useLocation } from "react-router";
import { useUser } from "@/api/auth";
import { loginPath, needsUser } from "./guards";

export function Guard() {
  const user = useUser();
  const location = useLocation();
  if (!user && needsUser(location.pathname)) return <Navigate to={loginPath(location)} replace />;
  return <Outlet />;
}
