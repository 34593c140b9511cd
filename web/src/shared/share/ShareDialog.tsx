import { Suspense } from "react";
import { lazyPart } from "@/lib/lazyPart";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import type { ShareTarget } from "./types";

const ShareSheet = lazyPart(() => import("./ShareSheet").then((file) => file.ShareSheet));

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
