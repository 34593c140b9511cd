import type { Reel } from "@/shared/reels/types";
import type { ShareTarget } from "@/shared/share/types";

export const reelTarget = ({ id, caption, company }: Reel): ShareTarget => ({
  kind: "reel",
  id,
  title: company.name,
  text: caption,
  path: `/videos/${id}`,
});
