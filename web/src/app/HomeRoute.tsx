import { lazy, Suspense } from "react";
import { isGuest, useUser } from "@/api/auth";
import { HomeScreen } from "@/features/home/HomeScreen";
import { RowSkeletons } from "@/ui/Skeletons";

const RecentChats = lazy(() => import("./RecentChats").then((file) => ({ default: file.RecentChats })));

/** Home, with what other areas lend it. */
export function HomeRoute() {
  const user = useUser();
  const recent = (
    <Suspense fallback={<RowSkeletons rows={5} />}>
      <RecentChats />
    </Suspense>
  );
  return <HomeScreen recent={user && !isGuest(user) && recent} />;
}
