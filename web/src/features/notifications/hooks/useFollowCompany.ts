import { useEffect } from "react";
import { companyOf, useUser } from "@/api/auth";
import { rereadAccount } from "@/api/company";
import { useInbox } from "./useInbox";

/** Notices that the account acts for another company, by a switch on any device. */
export function useFollowCompany(): void {
  const user = useUser();
  const isBusiness = user?.type === "professional";
  const mine = companyOf(user);
  const theirs = useInbox().state?.company;
  useEffect(() => {
    if (isBusiness && theirs !== undefined && theirs !== mine) rereadAccount().catch(() => {});
  }, [isBusiness, theirs, mine]);
}
