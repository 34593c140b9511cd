import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { rereadPeople } from "@/shared/person/rereadPeople";
import { reportUser } from "@/shared/report/api";
import { Report } from "@/shared/report/Report";
import { ShareSheet } from "@/shared/share/ShareSheet";
import type { ShareTarget } from "@/shared/share/types";
import { Sheet } from "@/ui/Sheet";
import { useBlocking } from "../hooks/useBlocking";
import type { PersonCard } from "../model/card";
import type { Standing } from "../model/friends";
import type { PersonSheetKind } from "./PersonHero";
import classes from "./sheets.module.css";

interface PersonSheetProps {
  person: PersonCard;
  standing: Standing;
  question: PersonSheetKind;
  onClose: () => void;
}

/** Sheets of the profile menu. */
export function PersonSheet({ person, standing, question, onClose }: PersonSheetProps) {
  const { t } = useTranslation("people");
  const queries = useQueryClient();
  const titles = { share: t("share.title"), block: t("block.title"), report: t("report.action") };
  return (
    <Sheet opened onClose={onClose} title={titles[question]}>
      {question === "share" && <ShareSheet target={profileTarget(person)} onDone={onClose} />}
      {question === "block" && <Block person={person} onDone={onClose} />}
      {question === "report" && (
        <Report
          offerBlock={standing !== "blocked"}
          send={(details) => reportUser(person.id, details)}
          onDone={({ block }) => {
            onClose();
            if (block) void rereadPeople(queries);
          }}
        />
      )}
    </Sheet>
  );
}

const profileTarget = (person: PersonCard): ShareTarget => ({
  kind: "profile",
  id: person.id,
  title: displayName(person),
  path: `/people/${person.id}`,
});

function Block({ person, onDone }: { person: PersonCard; onDone: () => void }) {
  const { t } = useTranslation("people");
  const blocking = useBlocking(person.id);
  return (
    <div className={classes.stack}>
      <p>{t("block.text", { name: displayName(person) })}</p>
      <Button
        color="brick"
        data-autofocus
        onClick={() => {
          blocking.mutate(true);
          onDone();
        }}
      >
        {t("block.submit")}
      </Button>
      <Button variant="subtle" onClick={onDone}>
        {t("common:action.cancel")}
      </Button>
    </div>
  );
}
