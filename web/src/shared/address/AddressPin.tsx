import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCurrentLocation } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isInsecure } from "@/lib/secureContext";
import { areaAround, type MapPoint } from "@/shared/map/area";
import { LazyMap } from "@/shared/map/LazyMap";
import { findTown } from "@/shared/place/useHomePlace";
import { Icon } from "@/ui/Icon";
import classes from "./AddressPin.module.css";

interface AddressPinProps {
  value: MapPoint | null;
  city: string;
  country: string;
  onChange: (point: MapPoint | null) => void;
}

/** Kilometres around the pin, and around a town without one. */
const REACH = { pin: 0.5, town: 2.5 };
const NO_PINS: never[] = [];

/** Some metres are near enough for a courier, and a shorter number tells no more. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** Pause after the last letter of a town before the map moves there. */
const TYPING = 400;

/** Place of an address on the map. An address without one is delivered by its words, for the fee of the farthest. */
export function AddressPin({ value, city, country, onChange }: AddressPinProps) {
  const { t } = useTranslation("address");
  // The map stays while its pin is moved, and follows the person's own position.
  const [middle, setMiddle] = useState(value);
  return (
    <fieldset className={classes.pin}>
      <legend className={classes.legend}>{t("pin.title")}</legend>
      <p className={classes.hint}>{t(value ? "pin.set" : "pin.hint")}</p>
      <PinMap value={value} middle={middle} city={city} country={country} onChange={onChange} />
      <PositionButton
        onKnown={(point) => {
          setMiddle(point);
          onChange(point);
        }}
      />
      {value && (
        <Button variant="subtle" onClick={() => onChange(null)}>
          {t("pin.remove")}
        </Button>
      )}
    </fieldset>
  );
}

function PinMap({ value, middle, city, country, onChange }: AddressPinProps & { middle: MapPoint | null }) {
  const { t } = useTranslation("address");
  const [typed] = useDebouncedValue(city.trim(), TYPING);
  const town = useQuery({
    queryKey: ["home-place", typed, country],
    queryFn: () => findTown(typed, country || undefined),
    enabled: !middle && typed.length > 1,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = middle ?? town.data;
  if (!shown) {
    const unknown = typed.length > 1 && town.isFetched;
    return <p className={classes.hint}>{t(unknown ? "pin.unknownTown" : "pin.noTown")}</p>;
  }
  return (
    <div className={classes.map}>
      <LazyMap
        label={t("pin.region")}
        area={areaAround(shown, middle ? REACH.pin : REACH.town)}
        pins={NO_PINS}
        choice={value}
        onChoose={({ latitude, longitude }) =>
          onChange({ latitude: rounded(latitude), longitude: rounded(longitude) })
        }
      />
    </div>
  );
}

function PositionButton({ onKnown }: { onKnown: (point: MapPoint) => void }) {
  const { t } = useTranslation("address");
  const [state, setState] = useState<"asking" | "refused" | null>(null);
  const ask = () => {
    if (!navigator.geolocation) return setState("refused");
    setState("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState(null);
        onKnown({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) });
      },
      () => setState("refused"),
      { timeout: 10_000, enableHighAccuracy: true },
    );
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon of={IconCurrentLocation} />}
        loading={state === "asking"}
        onClick={ask}
      >
        {t("pin.here")}
      </Button>
      {state === "refused" && (
        <p role="alert" className={classes.refused}>
          {t(isInsecure() ? "common:insecure.position" : "pin.refused")}
        </p>
      )}
    </>
  );
}
