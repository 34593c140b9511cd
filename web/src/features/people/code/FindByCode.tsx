import { Button } from "@mantine/core";
import { IconCamera, IconPhoto } from "@tabler/icons-react";
import { type FormEvent, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { Icon } from "@/ui/Icon";
import { Sheet } from "@/ui/Sheet";
import { TextField } from "@/ui/TextField";
import classes from "./Code.module.css";
import { codeOf } from "./codeOf";

const Scanner = lazyPart(() => import("./Scanner").then((file) => file.Scanner));

type Problem = "none" | "noCode" | "otherCode";

/** Opens the profile of a code that is scanned, read from a picture or typed. */
export function FindByCode() {
  const { t } = useTranslation("people");
  const navigate = useNavigate();
  const picker = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<Problem>("none");
  const [isScanning, setScanning] = useState(false);
  const open = (read: string | null) => {
    const code = read === null ? null : codeOf(read);
    setScanning(false);
    if (code) return void navigate(`/u/${code}`, { state: { from: "/UserProfile/share" } });
    setProblem(read === null ? "noCode" : "otherCode");
  };
  const choosePicture = () => picker.current?.click();
  const openPicture = async (file: File) => {
    const { readCode } = await import("./detector");
    const picture = await createImageBitmap(file).catch(() => null);
    open(picture && (await readCode(picture)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open(text);
  };
  return (
    <section className={classes.section} aria-labelledby="code-find">
      <h2 id="code-find" className={classes.title}>
        {t("code.find")}
      </h2>
      <div className={classes.tools}>
        <Button leftSection={<Icon of={IconCamera} />} onClick={() => setScanning(true)}>
          {t("code.scan")}
        </Button>
        <Button variant="default" leftSection={<Icon of={IconPhoto} />} onClick={choosePicture}>
          {t("code.picture")}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept="image/*"
          aria-label={t("code.picture")}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void openPicture(file);
            event.currentTarget.value = "";
          }}
        />
      </div>
      <form className={classes.row} noValidate onSubmit={submit}>
        <TextField
          label={t("code.typed")}
          value={text}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem("none");
          }}
        />
        <Button type="submit" variant="default">
          {t("code.open")}
        </Button>
      </form>
      <p role="alert" className={classes.problem} hidden={problem === "none"}>
        {problem !== "none" && t(`code.problem.${problem}`)}
      </p>
      {isScanning && (
        <Sheet opened onClose={() => setScanning(false)} title={t("code.scan")}>
          <Suspense>
            <Scanner onRead={open} onPicture={choosePicture} />
          </Suspense>
        </Sheet>
      )}
    </section>
  );
}
