import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Policy } from "@/api/types";
import { lazyPart } from "@/lib/lazyPart";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { TabList } from "@/ui/TabList";
import { type PolicyList as Listed, usePolicies } from "./api";
import { FacilityChecklist } from "./components/FacilityChecklist";
import classes from "./components/Policies.module.css";
import { PolicyList } from "./components/PolicyList";
import { SaveStatus } from "./components/SaveStatus";
import { TermsCard } from "./components/TermsCard";
import { FIRST_KIND, KINDS, type Kind, kindOf, MAX_ENTRIES } from "./model/kinds";

const PolicySheet = lazyPart(() => import("./components/PolicySheet").then((file) => file.PolicySheet));
const ReturnWindow = lazyPart(() => import("./components/ReturnWindow").then((file) => file.ReturnWindow));
const DeleteDialog = lazyPart(() => import("./components/DeleteDialog").then((file) => file.DeleteDialog));

const PANEL = "policies-panel";

/** Policies, rules, facilities and directions of the company: one tab for each kind. */
export function PoliciesScreen() {
  const { t } = useTranslation("policies");
  const [search, setSearch] = useSearchParams();
  const kind = kindOf(search.get("kind"));
  const open = (key: Kind) => setSearch(key === FIRST_KIND ? {} : { kind: key }, { replace: true });
  return (
    <Screen title={t("title")} back="/pro/settings" wide>
      <div className={classes.page}>
        <TabList
          label={t("title")}
          tabs={KINDS.map(({ kind: key, icon }) => ({ key, icon, label: t(`${key}.tab`) }))}
          open={kind}
          onOpen={open}
          panel={PANEL}
        />
        <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${kind}`}>
          <KindPanel key={kind} kind={kind} />
        </div>
      </div>
    </Screen>
  );
}

type Open = { sheet: "edit"; policy?: Policy } | { sheet: "delete"; policy: Policy };

function KindPanel({ kind }: { kind: Kind }) {
  const { t } = useTranslation("policies");
  const policies = usePolicies(kind);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = () => setOpen({ sheet: "edit" });
  const list = policies.data;
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <div>
          <h2 className={classes.heading}>{t(`${kind}.title`)}</h2>
          <p className={classes.muted}>{t(`${kind}.lead`)}</p>
        </div>
        <SaveStatus />
      </div>
      {list ? (
        <KindContent
          kind={kind}
          list={list}
          onAdd={add}
          onEdit={(policy) => setOpen({ sheet: "edit", policy })}
          onDelete={(policy) => setOpen({ sheet: "delete", policy })}
        />
      ) : policies.isError ? (
        <ErrorState title={t("failed")} onRetry={() => policies.refetch()} />
      ) : (
        <Skeletons />
      )}
      <Suspense>
        {open?.sheet === "edit" && <PolicySheet kind={kind} policy={open.policy} onClose={close} />}
        {open?.sheet === "delete" && <DeleteDialog kind={kind} policy={open.policy} onClose={close} />}
      </Suspense>
    </div>
  );
}

interface KindContentProps {
  kind: Kind;
  list: Listed;
  onAdd: () => void;
  onEdit: (policy: Policy) => void;
  onDelete: (policy: Policy) => void;
}

function KindContent({ kind, list, onAdd, onEdit, onDelete }: KindContentProps) {
  const { t } = useTranslation("policies");
  const { entries, terms } = list;
  const isFull = entries.length >= MAX_ENTRIES;
  const addButton = (
    <Button color="terracotta" leftSection={<Icon of={IconPlus} />} onClick={onAdd} disabled={isFull}>
      {t(`${kind}.add`)}
    </Button>
  );
  return (
    <>
      {terms && <TermsCard terms={terms} />}
      {kind === "refund" && (
        <Suspense>
          <ReturnWindow />
        </Suspense>
      )}
      {kind === "facility" && <FacilityChecklist entries={entries} onDelete={onDelete} />}
      {entries.length === 0 ? (
        <EmptyState title={t(`${kind}.empty`)} text={t(`${kind}.emptyText`)} action={addButton} />
      ) : (
        <>
          <div className={classes.bar}>
            <p className={classes.muted}>{t(isFull ? "full" : "count", { count: entries.length })}</p>
            {addButton}
          </div>
          <PolicyList kind={kind} entries={entries} onEdit={onEdit} onDelete={onDelete} />
        </>
      )}
    </>
  );
}

function Skeletons() {
  const { t } = useTranslation();
  return (
    <div className={classes.skeletons} role="status" aria-label={t("state.loading")}>
      <Skeleton height={112} radius="lg" />
      <Skeleton height={88} radius="lg" />
      <Skeleton height={88} radius="lg" />
    </div>
  );
}
