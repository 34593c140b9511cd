import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import type { HomeReel, HomeTown } from "../api";
import { NearRow } from "./NearRow";

/** In its own chunk: the row is below the first view. */
const ReelTile = lazyPart(() => import("@/shared/reels/ReelTile").then((file) => file.ReelTile));

interface ReelsSectionProps {
  reels: readonly HomeReel[];
  place: HomeTown | null;
}

/** Reels of companies near the viewer's town, newest first. */
export function ReelsSection({ reels, place }: ReelsSectionProps) {
  const { t } = useTranslation("home");
  if (!place) return null;
  return (
    <NearRow title={t("reels.title", { place: place.label })} all="/videos" size="tile" height={264}>
      {reels.map(({ id, caption, company_name, poster }) => (
        <li key={id}>
          <ReelTile reel={{ id, caption, poster, company: { name: company_name } }} sizes="148px" />
        </li>
      ))}
    </NearRow>
  );
}
