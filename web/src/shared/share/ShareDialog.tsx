import { lazy, Suspense } from "react";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import type { ShareTarget } from "./types";

const ShareSheet = lazy(() => import("./ShareSheet").then((file) => ({ default: file.ShareSheet })));

interface ShareDialogProps {
  title: string;
  target: ShareTarget;
  opened: boolean;
  onClose: () => void;
}

/** Friends that content is sent to, over its page. Its texts and its list load when it opens. */
export function ShareDialog({ title, target, opened, onClose }: ShareDialogProps) {
  return (
    <Sheet opened={opened} onClose={onClose} title={title}>
      <Suspense fallback={<RowSkeletons rows={4} />}>
        {opened && <ShareSheet target={target} onDone={onClose} />}
      </Suspense>
    </Sheet>
  );
}
