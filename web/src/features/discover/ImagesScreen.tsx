import { Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { CategoryChips } from "./components/CategoryChips";
import { EmptyResults } from "./components/EmptyResults";
import classes from "./components/Masonry.module.css";
import { MasonryTile } from "./components/MasonryTile";
import { SearchNotice } from "./hits/SearchNotice";
import { useFilters } from "./hooks/useFilters";
import { useSearch } from "./hooks/useSearch";
import { columnsOf, tileRatio } from "./model/masonry";
import { companyPictures } from "./model/pictures";
import { SearchWait } from "./results/SearchWait";

/** `/images`: pictures of companies, each leading to its company. */
export function ImagesScreen() {
  const { t } = useTranslation("discover");
  const { filters, change } = useFilters();
  const { pages, hits, first } = useSearch("places", filters);
  const columns = useColumns();
  const pictures = companyPictures(hits.flatMap((hit) => (hit.type === "company" ? [hit.company] : [])));
  return (
    <Screen
      wide
      title={t("images.title")}
      back="/search"
      subBar={<CategoryChips filters={filters} onChange={change} facets={first?.facets} />}
    >
      <SearchNotice page={first} filters={filters} />
      {pages.isError && hits.length === 0 && (
        <ErrorState title={t("failed")} onRetry={() => void pages.refetch()} />
      )}
      {pages.isPending && (
        <SearchWait pages={pages}>
          <MasonrySkeleton columns={columns} />
        </SearchWait>
      )}
      {pages.isSuccess && pictures.length === 0 && !pages.hasNextPage && (
        <EmptyResults filters={filters} onChange={change} />
      )}
      <div className={classes.masonry} aria-busy={pages.isPlaceholderData}>
        {columnsOf(pictures, columns, ({ picture }) => picture).map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <ul key={at} className={classes.column}>
            {column.map((item) => (
              <MasonryTile key={item.picture.id} item={item} />
            ))}
          </ul>
        ))}
      </div>
      {pages.hasNextPage && (
        <InfiniteScroll
          busy={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </Screen>
  );
}

/** Two columns on a phone, three on a tablet, four on a desktop. */
function useColumns(): number {
  const options = { getInitialValueInEffect: false };
  const three = useMediaQuery("(min-width: 48em)", false, options);
  const four = useMediaQuery("(min-width: 75em)", false, options);
  return four ? 4 : three ? 3 : 2;
}

const OUTLINE = [1, 0.75, 1.4, 1.2, 0.8, 1.5, 1.1, 0.9].map((width) => ({ width, height: 1 }));

function MasonrySkeleton({ columns }: { columns: number }) {
  const { t } = useTranslation();
  return (
    <div className={classes.masonry} role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      {columnsOf(OUTLINE, columns, (size) => size).map((column, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
        <div key={at} className={classes.column}>
          {column.map((size) => (
            <div key={size.width} style={{ aspectRatio: tileRatio(size) }}>
              <Skeleton height="100%" radius="lg" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
