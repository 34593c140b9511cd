import { useUser } from "@/api/auth";
import { useBusiness } from "@/features/business/api";
import { displayName } from "@/lib/displayName";
import { Bdi } from "@/ui/Bdi";
import classes from "./ShellBar.module.css";

/** Name of the company that works here; the owner's until the company is known. */
export function CompanyName() {
  const user = useUser();
  const company = useBusiness().data?.company;
  if (!user) return null;
  return (
    <Bdi line className={classes.company}>
      {company?.name ?? displayName(user)}
    </Bdi>
  );
}
