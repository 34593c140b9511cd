import { saveAs } from "@/lib/saveAs";

const PIXELS = 1024;

/** Draws a square SVG in black on white, and hands it to the browser's downloads as PNG. */
export async function saveSvgAsPicture(svg: SVGSVGElement, name: string): Promise<void> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(PIXELS));
  copy.setAttribute("height", String(PIXELS));
  const url = URL.createObjectURL(new Blob([copy.outerHTML], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = PIXELS;
    canvas.height = PIXELS;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, PIXELS, PIXELS);
    context.drawImage(image, 0, 0, PIXELS, PIXELS);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!picture) throw new Error("no picture");
    saveAs(picture, name);
  } finally {
    URL.revokeObjectURL(url);
  }
}
