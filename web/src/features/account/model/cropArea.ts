/** Square section of a picture: its center as a share of the picture, and the zoom. */
export interface CropArea {
  x: number;
  y: number;
  /** 1: the shorter side fills the square. */
  zoom: number;
}

export const WHOLE: CropArea = { x: 0.5, y: 0.5, zoom: 1 };
export const MAX_ZOOM = 4;

interface Size {
  width: number;
  height: number;
}

/** The side of the square, in pixels of the picture. */
export const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

/** The cut that is nearest to the one wished for and within the picture. */
export function within(cut: CropArea, size: Size): CropArea {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, cut.zoom));
  const half = sideOf(size, zoom) / 2;
  const clamp = (share: number, length: number) =>
    Math.min(1 - half / length, Math.max(half / length, share));
  return { zoom, x: clamp(cut.x, size.width), y: clamp(cut.y, size.height) };
}

/** Moves the area by a share of its side. The picture follows the pointer, so the area moves the other way. */
export function moved(cut: CropArea, size: Size, dx: number, dy: number): CropArea {
  const side = sideOf(size, cut.zoom);
  return within({ ...cut, x: cut.x - (dx * side) / size.width, y: cut.y - (dy * side) / size.height }, size);
}

/** The square that is taken, in pixels of the picture. */
export function squareOf(cut: CropArea, size: Size): { x: number; y: number; side: number } {
  const { x, y, zoom } = within(cut, size);
  const side = sideOf(size, zoom);
  return { x: x * size.width - side / 2, y: y * size.height - side / 2, side };
}
