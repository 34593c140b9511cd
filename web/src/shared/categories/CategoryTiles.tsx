import { Skeleton } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "@/ui/Icon";
import { type Category, useCategories } from "./api";
import { BrowseLinks } from "./BrowseLinks";
import classes from "./CategoryTiles.module.css";
import { iconOf, nameKey } from "./categories";

const TILES = 10;

/** All categories as tiles that lead to their pages. Left out if the list cannot be loaded. */
export function CategoryTiles({ title }: { title: string }) {
  const categories = useCategories();
  if (categories.isError) return null;
  return <CategoryTileList title={title} categories={categories.data} />;
}

interface CategoryTileListProps {
  title: string;
  /** In the order of the tiles. Undefined while loading. */
  categories: readonly Pick<Category, "key" | "name_key">[] | undefined;
}

/** Categories as tiles. */
export function CategoryTileList({ title, categories }: CategoryTileListProps) {
  const { t } = useTranslation(["common", "category"]);
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <ul className={classes.tiles}>
        {categories?.map(({ key, name_key }) => (
          <li key={key} className={classes.item}>
            <Link to={`/categories/${key}`} className={classes.tile}>
              <span className={classes.name}>{t(nameKey(name_key))}</span>
              <span className={classes.picture}>
                <Icon of={iconOf(key)} size={64} />
              </span>
            </Link>
          </li>
        )) ??
          Array.from({ length: TILES }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
            <li key={at}>
              <Skeleton height={108} radius="lg" />
            </li>
          ))}
      </ul>
      <BrowseLinks />
    </section>
  );
}
