import { IconMinus, IconPlus } from "@tabler/icons-react";
import type { Map as MapLibreMap, MapMouseEvent } from "maplibre-gl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppInfo } from "@/api/session";
import { useFormat } from "@/lib/format";
import { IconButton } from "@/ui/IconButton";
import { type Area, type MapCamera, type MapPoint, writeArea } from "./area";
import { viewOf } from "./background";
import { BY_PERSON, boundsOf, cameraOf, createMap, repaint } from "./createMap";
import classes from "./MapView.module.css";
import { choiceMark, hereMark, makePinLayer, type PinLayer } from "./pinLayer";
import type { MapPin } from "./pins";
import { type MapSource, styleFrom } from "./source";
import { useMapScheme } from "./useMapScheme";

export interface MapViewProps {
  /** Names the region. */
  label: string;
  /** Part that is in view at first, and again whenever it changes. */
  area: Area;
  /** Centre and zoom that a person left the map at: it begins and stays there, in place of the area. */
  camera?: MapCamera | null;
  pins: readonly MapPin[];
  /** Pin that a list beside the map points at. */
  marked?: number | null;
  /** Position of the person. */
  here?: MapPoint | null;
  /** A picture that no gesture moves, without buttons. */
  still?: boolean;
  onPick?: (id: number) => void;
  /** Point that a person chooses: its pin is dragged, or the map is pressed. Null until there is one. */
  choice?: MapPoint | null;
  onChoose?: (point: MapPoint) => void;
  /** The pointer is over a pin, or over none. */
  onPoint?: (id: number | null) => void;
  /** A person moved the map, or it begins at a camera. */
  onMove?: (view: Area, camera: MapCamera) => void;
}

/** Map with pins. It decorates: all that it shows is also in a list or an address beside it. */
export function MapView(props: MapViewProps) {
  const { label, area, pins, marked = null, here = null, still = false } = props;
  const { t } = useTranslation("map");
  const holder = useRef<HTMLDivElement>(null);
  const events = useRef(props);
  events.current = props;
  const source = useMapSource();
  const { map, layer, failed } = useMap(holder, source, still, events);
  const scheme = useMapScheme();
  const shownScheme = useRef(scheme);
  useEffect(() => {
    if (!map || shownScheme.current === scheme) return;
    shownScheme.current = scheme;
    if (source !== undefined) void repaint(map, source, scheme);
  }, [map, source, scheme]);
  // A map that a person moved stays there as long as its camera is known.
  const wanted = props.camera ? null : writeArea(area);
  const shownArea = useRef(wanted);
  useEffect(() => {
    if (!map || shownArea.current === wanted) return;
    shownArea.current = wanted;
    // A search of the area in view leaves the map where it is.
    if (wanted !== null && wanted !== writeArea(viewOf(map))) map.fitBounds(boundsOf(events.current.area));
  }, [map, wanted]);
  useEffect(() => layer?.show(pins), [layer, pins]);
  useEffect(() => layer?.mark(marked), [layer, marked]);
  const [latitude, longitude] = [here?.latitude, here?.longitude];
  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return;
    const dot = hereMark(map, { latitude, longitude });
    return () => void dot.remove();
  }, [map, latitude, longitude]);
  useChoice(map, props.choice, events);
  return (
    <section className={classes.region} aria-label={label} data-map={map ? "ready" : undefined}>
      <div ref={holder} className={classes.map} aria-hidden="true" />
      {failed && <p className={classes.failed}>{t("failed")}</p>}
      {!still && map && (
        <div className={classes.zoom}>
          <IconButton
            icon={IconPlus}
            label={t("zoomIn")}
            variant="default"
            onClick={() => map.zoomIn({}, BY_PERSON)}
          />
          <IconButton
            icon={IconMinus}
            label={t("zoomOut")}
            variant="default"
            onClick={() => map.zoomOut({}, BY_PERSON)}
          />
        </div>
      )}
      {source === null && <p className={classes.sources}>© Natural Earth, GeoNames</p>}
    </section>
  );
}

/** Pin that is dragged to a point, or set by a press on the map. `choice` is undefined where nothing is chosen. */
function useChoice(
  map: MapLibreMap | undefined,
  choice: MapPoint | null | undefined,
  events: RefObject<MapViewProps>,
) {
  const chooses = choice !== undefined;
  useEffect(() => {
    if (!map || !chooses) return;
    const choose = ({ lngLat }: MapMouseEvent) =>
      events.current.onChoose?.({ latitude: lngLat.lat, longitude: lngLat.lng });
    map.on("click", choose);
    return () => void map.off("click", choose);
  }, [map, chooses, events]);
  const [latitude, longitude] = [choice?.latitude, choice?.longitude];
  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return;
    const pin = choiceMark(map, { latitude, longitude }, (point) => events.current.onChoose?.(point));
    return () => void pin.remove();
  }, [map, latitude, longitude, events]);
}

interface OpenMap {
  map: MapLibreMap;
  layer: PinLayer;
}

/** Data of the map. Undefined until the server has named it; the shipped data if it does not answer. */
function useMapSource(): MapSource | undefined {
  const server = useAppInfo();
  return server.isPending ? undefined : (server.data?.map ?? null);
}

function useMap(
  holder: RefObject<HTMLDivElement | null>,
  source: MapSource | undefined,
  still: boolean,
  events: RefObject<MapViewProps>,
) {
  const format = useFormat();
  const scheme = useMapScheme();
  const [open, setOpen] = useState<OpenMap>();
  const [failed, setFailed] = useState(false);
  const first = useRef({ scheme, count: format.count });
  useEffect(() => {
    const container = holder.current;
    if (!container || source === undefined) return;
    const { count, scheme } = first.current;
    const { area, camera } = events.current;
    let closed = false;
    let opened: OpenMap | undefined;
    const begin = async () => {
      const style = await styleFrom(source, scheme);
      if (closed) return;
      const map = createMap({ container, area, camera, still, style, source });
      const layer = makePinLayer(map, {
        onPick: (id) => events.current.onPick?.(id),
        onPoint: (id) => events.current.onPoint?.(id),
        count,
      });
      const move = () => events.current.onMove?.(viewOf(map), cameraOf(map));
      // Moves of the program have no event of a person behind them.
      map.on("moveend", (event) => {
        if (event.originalEvent || "byPerson" in event) move();
      });
      opened = { map, layer };
      map.once("load", () => {
        setOpen(opened);
        if (camera) move();
      });
    };
    // No WebGL on this device, or no decoder.
    begin().catch(() => setFailed(true));
    return () => {
      closed = true;
      opened?.layer.remove();
      opened?.map.remove();
      setOpen(undefined);
    };
  }, [holder, source, still, events]);
  return { map: open?.map, layer: open?.layer, failed };
}
