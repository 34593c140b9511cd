import { useTranslation } from "react-i18next";

/** Returns the name of a picture or video in a series, such as "Casa Azul sofa, picture 1". */
export function useItemName(name: string): (item: { kind?: string }, index: number) => string {
  const { t } = useTranslation();
  return ({ kind }, index) =>
    t(kind === "video" ? "viewer.video" : "viewer.picture", { name, number: index + 1 });
}
