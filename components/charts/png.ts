import type { Drawn } from "@/lib/charts/svg-parts";

/** What browsers hold in one canvas: all of its pixels, and those of a side. */
const MOST_PIXELS = 120_000_000;
const MOST_ACROSS = 32_000;

/** A drawing as PNG, at twice its size where a canvas can hold that. */
export async function pngOf({ svg, width, height }: Drawn): Promise<Blob> {
  const scale = Math.min(2, Math.sqrt(MOST_PIXELS / (width * height)), MOST_ACROSS / Math.max(width, height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The browser could not draw so large a picture. Show less in it, or export SVG.");
  return blob;
}
