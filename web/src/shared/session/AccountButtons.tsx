import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

interface AccountButtonsProps {
  /** Page to come back to. Home if left out. */
  next?: string;
  fullWidth?: boolean;
}

/** Links with which a guest creates an account or signs in to one. Both keep the guest's carts, bookings and favourites. */
export function AccountButtons({ next, fullWidth }: AccountButtonsProps) {
  const { t } = useTranslation();
  const query = next ? `?next=${encodeURIComponent(next)}` : "";
  return (
    <>
      <Button component={Link} to={`/signup${query}`} color="terracotta" fullWidth={fullWidth}>
        {t("action.signUp")}
      </Button>
      <Button component={Link} to={`/login${query}`} variant="default" fullWidth={fullWidth}>
        {t("action.signIn")}
      </Button>
    </>
  );
}
