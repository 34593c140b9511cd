import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { usePhone } from "@/ui/breakpoints";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { TabList } from "@/ui/TabList";
import { useStore } from "./api";
import classes from "./components/Store.module.css";

const StorePanel = lazyPart(() => import("./components/StorePanel").then((file) => file.StorePanel));
const GalleryPanel = lazyPart(() => import("./components/GalleryPanel").then((file) => file.GalleryPanel));
const ReelsPanel = lazyPart(() => import("./reels/ReelsPanel").then((file) => file.ReelsPanel));
const NewsPanel = lazyPart(() => import("./components/NewsPanel").then((file) => file.NewsPanel));

const PANEL = "store-panel";

/** Tabs with their path below `/pro/store`. */
const TABS = [
  { key: "store", path: "", Panel: StorePanel },
  { key: "gallery", path: "/gallery", Panel: GalleryPanel },
  { key: "reels", path: "/media", Panel: ReelsPanel },
  { key: "news", path: "/news", Panel: NewsPanel },
] as const;

/** Public page of the company as its team edits it: profile with hours, gallery, news. */
export function StoreScreen({ tab }: { tab: (typeof TABS)[number]["key"] }) {
  const { t } = useTranslation("business-store");
  const navigate = useNavigate();
  const open = TABS.find(({ key }) => key === tab) ?? TABS[0];
  return (
    <Screen wide title={t("title")} actions={<PreviewLink />}>
      <div className={classes.page}>
        <TabList
          label={t("title")}
          tabs={TABS.map(({ key }) => ({ key, label: t(`tab.${key}`) }))}
          open={open.key}
          onOpen={(key) =>
            navigate(`/pro/store${TABS.find((one) => one.key === key)?.path ?? ""}`, { replace: true })
          }
          panel={PANEL}
        />
        <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${open.key}`}>
          <Suspense fallback={<RowSkeletons />}>
            <open.Panel />
          </Suspense>
        </div>
      </div>
    </Screen>
  );
}

/** Leads to the page as visitors see it. Its back arrow returns here. */
function PreviewLink() {
  const { t } = useTranslation("business-store");
  const { pathname } = useLocation();
  const phone = usePhone();
  const handle = useStore().data?.handle;
  if (!handle) return null;
  const link = { to: `/companies/${handle}`, state: { from: pathname } };
  if (phone) return <IconButton icon={IconEye} label={t("preview")} {...link} />;
  return (
    <Button component={Link} {...link} variant="default" leftSection={<Icon of={IconEye} />}>
      {t("preview")}
    </Button>
  );
}
