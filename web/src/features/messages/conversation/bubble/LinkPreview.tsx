import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { readPreview } from "../../api";
import classes from "./LinkPreview.module.css";

/** A card for a page of this site. A page that has nothing to tell stays the address it is. */
export function LinkPreview({ url }: { url: string }) {
  const { data } = useQuery({
    queryKey: ["link-preview", url],
    queryFn: () => readPreview(window.location.origin + url),
    staleTime: 10 * 60_000,
    retry: false,
  });
  if (!data) return null;
  return (
    <Link to={url} className={classes.card}>
      {data.picture && (
        <span className={classes.picture}>
          <Picture picture={data.picture} alt="" sizes="72px" />
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.title}>
          <Bdi>{data.title}</Bdi>
        </span>
        {data.description && (
          <span className={classes.text}>
            <Bdi>{data.description}</Bdi>
          </span>
        )}
      </span>
    </Link>
  );
}
