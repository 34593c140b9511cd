import { Skeleton, UnstyledButton } from "@mantine/core";
import {
  IconArrowBackUp,
  IconCheck,
  IconCurrentLocation,
  IconHome,
  IconMapPin,
  IconWorld,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useUser } from "@/api/auth";
import { useLanguage } from "@/lib/i18n";
import { isInsecure } from "@/lib/secureContext";
import { countryName } from "@/shared/address/countries";
import { useDeliveryAddresses } from "@/shared/address/deliveryAddresses";
import { type Town, useTowns } from "@/shared/address/useTowns";
import { ErrorMessage } from "@/shared/forms/ErrorMessage";
import { type ChosenTown, chooseTown, useChosenTown } from "@/shared/place/chosenTown";
import { useDefaultTown } from "@/shared/place/useHomeTown";
import { usePosition } from "@/shared/place/usePosition";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { announce } from "@/ui/LiveRegion";
import { NavRow } from "@/ui/NavRow";
import { SearchField } from "@/ui/SearchField";
import { Sheet } from "@/ui/Sheet";
import classes from "./PlaceSheet.module.css";

const MAX_QUERY = 100;

/** A town to see Plaza from: searched for, at the position of the device, of an address, or the default. */
export function PlaceSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("place");
  return (
    <Sheet opened={opened} onClose={onClose} title={t("title")}>
      <Places onClose={onClose} />
    </Sheet>
  );
}

type Choose = (town: ChosenTown | null) => void;

function Places({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("place");
  const home = useDefaultTown();
  const [text, setText] = useState("");
  const choose: Choose = (town) => {
    chooseTown(town);
    announce(t("chosen", { place: town?.city ?? home.town }));
    onClose();
  };
  return (
    <div className={classes.places}>
      <SearchField label={t("search")} value={text} maxLength={MAX_QUERY} onChange={setText} />
      {text.trim() ? (
        <SearchedTowns text={text} onChoose={choose} />
      ) : (
        <KnownTowns onChoose={choose} onClose={onClose} />
      )}
    </div>
  );
}

function SearchedTowns({ text, onChoose }: { text: string; onChoose: Choose }) {
  const { t } = useTranslation("place");
  const { towns, isError, isLoading, isUnknown, isPaused, retry } = useTowns(text);
  useEffect(() => {
    if (towns.length > 0) announce(t("common:suggest.found", { count: towns.length }));
  }, [towns, t]);
  if (isPaused) return <ErrorMessage text={t("offline")} />;
  if (isError) return <ErrorMessage text={t("failed")} onRetry={retry} />;
  if (isUnknown) {
    return (
      <p role="status" className={classes.none}>
        {t("none")}
      </p>
    );
  }
  if (isLoading) return <Skeleton height={56} radius="md" />;
  const choose = ({ city, region, country, latitude, longitude }: Town) =>
    onChoose({ city, region, country, position: { latitude, longitude }, account: null });
  return (
    <ul className={classes.list} aria-label={t("common:suggest.label")}>
      {towns.map((town) => (
        <li key={town.id}>
          <PlaceRow icon={IconMapPin} detail={town.detail} onClick={() => choose(town)}>
            <Bdi>{town.city}</Bdi>
          </PlaceRow>
        </li>
      ))}
    </ul>
  );
}

function KnownTowns({ onChoose, onClose }: { onChoose: Choose; onClose: () => void }) {
  const { t } = useTranslation("place");
  const user = useUser();
  const { town: home } = useDefaultTown();
  const isElsewhere = useChosenTown(({ town }) => town !== null && town.city !== home);
  const { pathname, search } = useLocation();
  return (
    <>
      <PositionRow onChoose={onChoose} />
      {isElsewhere && home && (
        <PlaceRow icon={IconArrowBackUp} onClick={() => onChoose(null)}>
          <Trans t={t} i18nKey="back" values={{ place: home }} components={{ b: <Bdi>{null}</Bdi> }} />
        </PlaceRow>
      )}
      {user && <AddressTowns account={user.id} onChoose={onChoose} />}
      <NavRow
        to={`/settings/region?next=${encodeURIComponent(pathname + search)}`}
        icon={IconWorld}
        title={t("region")}
        onClick={onClose}
      />
    </>
  );
}

/** Chooses the town at the position of the device, which is asked for only when the row is pressed. */
function PositionRow({ onChoose }: { onChoose: Choose }) {
  const { t } = useTranslation("place");
  const [failed, setFailed] = useState(false);
  const { ask, refused, busy } = usePosition((position, town) => {
    setFailed(!town);
    if (!town) return;
    const { city, region, country } = town;
    onChoose({ city, region, country, position, account: null });
  });
  const refusal = t(isInsecure() ? "common:insecure.position" : "refused");
  return (
    <>
      <PlaceRow icon={IconCurrentLocation} busy={busy} onClick={ask}>
        {t("here")}
      </PlaceRow>
      {!busy && (refused || failed) && <ErrorMessage text={refused ? refusal : t("hereFailed")} />}
    </>
  );
}

/** Towns of the saved addresses, without the default. */
function AddressTowns({ account, onChoose }: { account: number; onChoose: Choose }) {
  const { t } = useTranslation("place");
  const { tag } = useLanguage();
  const heading = useId();
  const home = useDefaultTown();
  const chosen = useChosenTown(({ town }) => town);
  const addresses = useDeliveryAddresses();
  if (addresses.isLoading) return <Skeleton height={56} radius="md" />;
  if (addresses.isError) {
    return <ErrorMessage text={t("addressesFailed")} onRetry={() => void addresses.refetch()} />;
  }
  const keyOf = (city: string, country = "") => `${city}, ${country}`;
  const towns = new Map(
    addresses.data?.map(({ city, country }) => [keyOf(city, country), { city, country }]),
  );
  towns.delete(keyOf(home.town, home.country));
  if (towns.size === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={classes.heading}>
        {t("addresses")}
      </h3>
      <ul className={classes.list}>
        {[...towns].map(([key, { city, country }]) => (
          <li key={key}>
            <PlaceRow
              icon={IconHome}
              detail={countryName(country, tag)}
              current={chosen !== null && keyOf(chosen.city, chosen.country) === key}
              // The pin of an address stays in the address book: the device keeps the town only.
              onClick={() => onChoose({ city, region: "", country, position: null, account })}
            >
              <Bdi>{city}</Bdi>
            </PlaceRow>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PlaceRowProps {
  icon: typeof IconHome;
  detail?: string;
  current?: boolean;
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function PlaceRow({ icon, detail, current = false, busy = false, onClick, children }: PlaceRowProps) {
  return (
    <UnstyledButton
      className={classes.place}
      aria-current={current || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <Icon of={icon} size={24} />
      <span className={classes.words}>
        {children}
        {detail && <Bdi className={classes.detail}>{detail}</Bdi>}
      </span>
      {current && <Icon of={IconCheck} />}
    </UnstyledButton>
  );
}
