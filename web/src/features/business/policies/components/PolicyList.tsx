import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Policy } from "@/api/types";
import { toast } from "@/lib/toasts";
import { facilityIcon } from "@/shared/facilities/facilities";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { useMovePolicy } from "../api";
import type { Kind } from "../model/kinds";
import classes from "./Policies.module.css";
import { usePolicyTitle } from "./usePolicyTitle";

interface PolicyListProps {
  kind: Kind;
  entries: readonly Policy[];
  onEdit: (policy: Policy) => void;
  onDelete: (policy: Policy) => void;
}

/** The entries of a kind in their order. */
export function PolicyList({ kind, entries, onEdit, onDelete }: PolicyListProps) {
  const { t } = useTranslation("policies");
  const move = useMovePolicy(kind);
  const list = useRef<HTMLUListElement>(null);
  const moving = useRef<string>(undefined);
  // A moved row loses the focus of its button.
  useEffect(() => {
    if (!moving.current || entries.length === 0) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${moving.current}"]`)?.focus();
    moving.current = undefined;
  }, [entries]);
  const moveTo = (index: number, to: number, button: string) => {
    const policy = entries[index];
    if (!policy || to < 0 || to >= entries.length) return;
    moving.current = button;
    move.mutate(
      { id: policy.id, from: index, to },
      { onError: (error) => toast.error(t("notSaved"), error) },
    );
  };
  return (
    <ul className={classes.list} ref={list}>
      {entries.map((policy, index) => (
        <PolicyRow
          key={policy.id}
          policy={policy}
          isFirst={index === 0}
          isLast={index === entries.length - 1}
          onMove={(step, button) => moveTo(index, index + step, button)}
          onEdit={() => onEdit(policy)}
          onDelete={() => onDelete(policy)}
        />
      ))}
    </ul>
  );
}

interface PolicyRowProps {
  policy: Policy;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1, button: string) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function PolicyRow({ policy, isFirst, isLast, onMove, onEdit, onDelete }: PolicyRowProps) {
  const { t } = useTranslation(["policies", "category"]);
  const title = usePolicyTitle()(policy);
  const [up, down] = [`up-${policy.id}`, `down-${policy.id}`];
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h3 className={classes.title}>
          {policy.kind === "facility" && <Icon of={facilityIcon(policy.facility)} />}
          <Bdi>{title}</Bdi>
          {policy.category && <span className={classes.chip}>{t(`category:${policy.category}`)}</span>}
        </h3>
        {policy.text && (
          <p className={classes.text} dir="auto">
            {policy.text}
          </p>
        )}
      </div>
      <div className={classes.tools}>
        <IconButton
          icon={IconArrowUp}
          data-move={up}
          label={t("moveUp", { title })}
          aria-disabled={isFirst}
          onClick={() => onMove(-1, up)}
        />
        <IconButton
          icon={IconArrowDown}
          data-move={down}
          label={t("moveDown", { title })}
          aria-disabled={isLast}
          onClick={() => onMove(1, down)}
        />
        <IconButton icon={IconPencil} label={t("editEntry", { title })} onClick={onEdit} />
        <IconButton icon={IconTrash} label={t("deleteEntry", { title })} color="brick" onClick={onDelete} />
      </div>
    </li>
  );
}
