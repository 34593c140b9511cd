import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { type BlockForm, type Change, useBlockChanges } from "../api";
import { bodyAgain, bodyOf, draftOf } from "../model/blocks";

/** Last change, with the way back. */
export interface Undo {
  text: string;
  run: () => void;
}

/** Adds, changes and removes blocks. Each can be taken back. */
export function useBlockActions() {
  const { t } = useTranslation("business-calendar");
  const { create, change, remove } = useBlockChanges();
  const [undo, setUndo] = useState<Undo | null>(null);
  const onError = (error: Error) => toast.error(t("notSaved"), error);
  const offer = (text: string, back: () => void) =>
    setUndo({
      text,
      run() {
        setUndo(null);
        back();
      },
    });
  return {
    create,
    change,
    remove,
    undo,
    /** For changes of other kinds. */
    offer,
    dismiss: () => setUndo(null),
    saveNew(body: BlockForm, onDone: () => void) {
      create.mutate(body, {
        onSuccess(added) {
          onDone();
          offer(t("undo.added", { count: added.length }), () =>
            remove.mutate(
              added.map(({ id }) => id),
              { onError },
            ),
          );
        },
      });
    },
    saveChange(before: Change, body: BlockForm, onDone: () => void) {
      change.mutate(
        { id: before.id, body },
        {
          onSuccess() {
            onDone();
            offer(t("undo.changed"), () =>
              change.mutate({ id: before.id, body: bodyOf(draftOf(before)) }, { onError }),
            );
          },
          onError,
        },
      );
    },
    removeBlocks(blocks: readonly Change[], onDone: () => void) {
      remove.mutate(
        blocks.map(({ id }) => id),
        {
          onSuccess() {
            onDone();
            offer(t("undo.removed"), () => create.mutate(bodyAgain(blocks), { onError }));
          },
          onError,
        },
      );
    },
  };
}

export type BlockActions = ReturnType<typeof useBlockActions>;
