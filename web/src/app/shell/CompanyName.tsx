import { useUser } from "@/api/auth";
import { useBusiness } from "@/features/business/api";
import { displayName } from "@/lib/displayName";
import { CompanyOpening } from "@/shared/company-chat/CompanyOpening";
import { Bdi } from "@/ui/Bdi";
import classes from "./ShellBar.module.css";

/** Name and opening state of the company that works here; the owner's name until the company is known. */
export function CompanyName() {
  const user = useUser();
  const company = useBusiness().data?.company;
  if (!user) return null;
  return (
    <div className={classes.company}>
      <Bdi line className={classes.companyName}>
        {company?.name ?? displayName(user)}
      </Bdi>
      {user.actsFor && <CompanyOpening handle={user.actsFor.userName} />}
    </div>
  );
}
