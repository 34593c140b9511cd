import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { TabList } from "@/ui/TabList";
import classes from "./components/Catalogue.module.css";
import { KIND_OF, TABS, tabOf } from "./model/tabs";

const OfferingsPanel = lazyPart(() =>
  import("./components/OfferingsPanel").then((file) => file.OfferingsPanel),
);
const FoldersPanel = lazyPart(() => import("./components/FoldersPanel").then((file) => file.FoldersPanel));
const ResourcesPanel = lazyPart(() =>
  import("./components/ResourcesPanel").then((file) => file.ResourcesPanel),
);

const PANEL = "catalogue-panel";

/** Everything that the company sells, with folders, staff and tables. */
export function CatalogueScreen() {
  const { t } = useTranslation("business-catalogue");
  const navigate = useNavigate();
  const tab = tabOf(useParams().tab);
  const kind = KIND_OF[tab];
  return (
    <Screen title={t("title")} wide>
      <div className={classes.page}>
        <TabList
          label={t("title")}
          tabs={TABS.map((key) => ({ key, label: t(`tab.${key}`) }))}
          open={tab}
          onOpen={(key) => navigate(`/pro/catalogue/${key}`, { replace: true })}
          panel={PANEL}
        />
        <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`}>
          <Suspense fallback={<RowSkeletons />}>
            {kind && <OfferingsPanel key={kind} kind={kind} />}
            {tab === "categories" && <FoldersPanel />}
            {tab === "staff" && <ResourcesPanel />}
          </Suspense>
        </div>
      </div>
    </Screen>
  );
}
