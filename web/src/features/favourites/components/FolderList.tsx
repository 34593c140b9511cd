import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FolderPicture } from "@/shared/favourites/FolderPicture";
import type { FavouriteFolder } from "@/shared/favourites/types";
import { Bdi } from "@/ui/Bdi";
import classes from "./Favourites.module.css";

interface FolderListProps {
  folders: readonly FavouriteFolder[];
  /** Ids of the selected folders. Null: the folders are links. */
  selected: ReadonlySet<number> | null;
  onToggle: (id: number) => void;
}

/** Folders with pictures of their newest items, to open or to select. */
export function FolderList({ folders, selected, onToggle }: FolderListProps) {
  const { t } = useTranslation("favourites");
  return (
    <ul className={classes.folders} aria-label={t("title")}>
      {folders.map((folder) => {
        const id = folder.folder_id;
        const isSelected = selected?.has(id) ?? false;
        return (
          <li key={id} className={classes.folder} data-selected={isSelected ? "" : undefined}>
            <FolderPicture previews={folder.previews} />
            {selected ? (
              <Checkbox
                classNames={{ root: classes.check, inner: classes.checkBox, label: classes.checkLabel }}
                checked={isSelected}
                onChange={() => onToggle(id)}
                label={<FolderWords folder={folder} />}
              />
            ) : (
              <Link to={`/favourites/${id}`} className={classes.link}>
                <FolderWords folder={folder} />
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function FolderWords({ folder }: { folder: FavouriteFolder }) {
  const { t } = useTranslation("favourites");
  return (
    <>
      <Bdi line className={classes.name}>
        {folder.name}
      </Bdi>{" "}
      <span className={classes.count}>{t("items", { count: folder.items })}</span>
    </>
  );
}
