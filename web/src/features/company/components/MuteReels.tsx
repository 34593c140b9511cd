import { Button } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { toast } from "@/lib/toasts";
import { useMute, useMuted } from "@/shared/reels/mutes";
import { Icon } from "@/ui/Icon";
import classes from "../tabs/MediaTab.module.css";
import type { CompanyDetails } from "../types";

/** Tells that the viewer has hidden the reels of a company from the feed, with the way to change it. */
export function MuteReels({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const user = useUser();
  const isViewer = user !== null && !company.is_member;
  const list = useMuted(isViewer);
  const isMuted = list.data?.pages.some(({ items }) => items.some(({ id }) => id === company.id)) ?? false;
  const change = useMute(!isMuted);
  if (!isViewer || !list.data) return null;
  const { name } = company;
  const save = () =>
    change.mutate(company.id, {
      onError: (error) => toast.error(t("reels.notChanged", { name }), error, save),
    });
  return (
    <div className={classes.muted}>
      <span role="status">{isMuted && t("reels.hidden", { name })}</span>
      <Button
        variant="subtle"
        leftSection={<Icon of={isMuted ? IconEye : IconEyeOff} size={18} />}
        loading={change.isPending || list.isRefetching}
        onClick={save}
      >
        {t(isMuted ? "reels.show" : "reels.hide")}
      </Button>
    </div>
  );
}
