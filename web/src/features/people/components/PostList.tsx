import { IconMessageCircle } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pageParams } from "@/api/pagination";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { offeringPath } from "@/shared/offering/availability";
import { Picture } from "@/shared/picture/Picture";
import { Stars } from "@/shared/rating/Stars";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { RelativeTime } from "@/ui/RelativeTime";
import { RowSkeletons } from "@/ui/Skeletons";
import { readPosts } from "../api";
import type { Post } from "../model/card";
import classes from "./PostList.module.css";

/** Posts that the profile shows before the way to all of them. */
const FIRST = 3;

function usePosts(id: number) {
  return useInfiniteQuery({
    queryKey: ["people", "posts", id],
    queryFn: ({ pageParam }) => readPosts(id, pageParam),
    ...pageParams,
    staleTime: 0,
  });
}

/** Newest posts of a person on the profile. Nothing without posts, or if the person hides activity from the viewer. */
export function NewestPosts({ id }: { id: number }) {
  const { t } = useTranslation("people");
  const [first] = usePosts(id).data?.pages ?? [];
  if (!first?.items.length) return null;
  return (
    <section aria-labelledby="person-posts">
      <div className={classes.head}>
        <h2 id="person-posts" className={classes.heading}>
          {t("posts.title")}
        </h2>
        {first.total > FIRST && (
          <Link to="?show=posts" className={classes.all}>
            {t("posts.all", { count: first.total })}
          </Link>
        )}
      </div>
      <Rows posts={first.items.slice(0, FIRST)} />
    </section>
  );
}

/** All posts of a person, the newest first. */
export function PostList({ id }: { id: number }) {
  const { t } = useTranslation("people");
  const pages = usePosts(id);
  if (pages.isError && !pages.data) {
    return <ErrorState title={t("posts.failed")} onRetry={() => void pages.refetch()} />;
  }
  if (!pages.data) return <RowSkeletons rows={6} />;
  const posts = pages.data.pages.flatMap(({ items }) => items);
  if (posts.length === 0) return <EmptyState title={t("posts.empty")} text={t("posts.emptyText")} />;
  return (
    <>
      <Rows posts={posts} />
      {pages.hasNextPage && (
        <InfiniteScroll
          busy={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </>
  );
}

function Rows({ posts }: { posts: readonly Post[] }) {
  return (
    <ul className={classes.list}>
      {posts.map((post) => (
        <PostRow key={`${post.kind}-${post.id}`} post={post} />
      ))}
    </ul>
  );
}

function PostRow({ post }: { post: Post }) {
  const { t } = useTranslation("people");
  const { company, offering, reel } = post;
  const subject = offering?.name ?? company.name;
  const to = reel
    ? `/videos/${reel.id}`
    : offering
      ? offeringPath(offering)
      : `/companies/${company.handle}/reviews`;
  return (
    <li className={classes.post}>
      {reel ? (
        <Picture picture={reel.poster} alt="" sizes="56px" ratio="9 / 16" className={classes.poster} />
      ) : (
        <Avatar id={post.id} name={company.name} picture={company.logo?.url} size={44} />
      )}
      <div className={classes.words}>
        <h3 className={classes.subject}>
          <Link to={to} className={classes.link}>
            {reel ? t("posts.commented", { company: company.name }) : <Bdi line>{subject}</Bdi>}
          </Link>
        </h3>
        <p className={classes.meta}>
          {post.rating ? <Stars value={post.rating} size={14} /> : <Icon of={IconMessageCircle} size={14} />}
          <span>
            {offering && (
              <>
                <Bdi>{company.name}</Bdi>
                {" · "}
              </>
            )}
            <RelativeTime at={post.at} />
          </span>
        </p>
        <p className={classes.text}>
          <Bdi>{post.text}</Bdi>
        </p>
      </div>
    </li>
  );
}
