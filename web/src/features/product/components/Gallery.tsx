import { UnstyledButton } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Picture } from "@/shared/picture/Picture";
import { PictureSeries } from "@/shared/picture/PictureSeries";
import { useItemName } from "@/shared/picture/useItemName";
import { IconButton } from "@/ui/IconButton";
import type { OfferingDetails } from "../api";
import classes from "./Gallery.module.css";

/** Pictures of the offering, one at a time. They turn by swipe, by arrow keys, by buttons and by thumbnail. Each opens in full. */
export function Gallery({ offering }: { offering: OfferingDetails }) {
  const { t } = useTranslation("product");
  const format = useFormat();
  const itemName = useItemName(offering.name);
  const stage = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const pictures = offering.pictures.length > 0 ? offering.pictures : [offering.picture];
  const last = pictures.length - 1;
  const show = (index: number) => {
    const target = stage.current?.children[Math.min(Math.max(index, 0), last)];
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    target?.scrollIntoView({ behavior: still ? "auto" : "smooth", block: "nearest", inline: "start" });
  };
  const onScroll = () => {
    const { current } = stage;
    if (current) setShown(Math.round(Math.abs(current.scrollLeft) / Math.max(current.clientWidth, 1)));
  };
  return (
    <PictureSeries name={offering.name} pictures={pictures.filter((picture) => picture !== null)}>
      {(open) => (
        <div className={classes.gallery}>
          <div className={classes.stage}>
            <ul
              ref={stage}
              className={classes.pictures}
              aria-label={t("gallery.label", { name: offering.name })}
              tabIndex={last > 0 ? 0 : undefined}
              onScroll={onScroll}
            >
              {pictures.map((picture, at) => (
                <li key={picture?.id ?? 0} className={classes.picture}>
                  <UnstyledButton
                    className={classes.open}
                    aria-label={itemName({}, at)}
                    aria-haspopup="dialog"
                    disabled={picture === null}
                    // One stop of the Tab key: the arrow keys turn the pictures.
                    tabIndex={at === shown ? 0 : -1}
                    onClick={() => open(at)}
                  >
                    <Picture
                      picture={picture}
                      alt=""
                      sizes="(min-width: 75em) 720px, 100vw"
                      eager={at === 0}
                      category={offering.category}
                    />
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            {last > 0 && (
              <>
                <div className={classes.buttons}>
                  <IconButton
                    icon={IconChevronLeft}
                    label={t("gallery.back")}
                    directed
                    disabled={shown === 0}
                    className={classes.button}
                    onClick={() => show(shown - 1)}
                  />
                  <IconButton
                    icon={IconChevronRight}
                    label={t("gallery.forward")}
                    directed
                    disabled={shown === last}
                    className={classes.button}
                    onClick={() => show(shown + 1)}
                  />
                </div>
                <span className={classes.count} aria-hidden="true">
                  {format.number(shown + 1)} / {format.number(last + 1)}
                </span>
              </>
            )}
          </div>
          {last > 0 && (
            <ul className={classes.thumbs} aria-label={t("gallery.thumbs")}>
              {pictures.map((picture, at) => (
                <li key={picture?.id ?? 0}>
                  <UnstyledButton
                    className={classes.thumb}
                    aria-label={t("gallery.show", { number: at + 1 })}
                    aria-current={at === shown}
                    onClick={() => show(at)}
                  >
                    <Picture picture={picture} alt="" sizes="72px" category={offering.category} />
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </PictureSeries>
  );
}
