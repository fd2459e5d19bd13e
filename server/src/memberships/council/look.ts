/** How a council's documents look. */

/** Images are named by their hash. */
export type CouncilLook = {
  name: string;
  /** #rrggbb: frame and headings; lines and ornaments. */
  color: string;
  accent: string;
  logo: string | null;
  /** Two at most. */
  signatures: readonly Signature[];
};

export type Signature = { name: string; office: string; image: string | null };

/** An image as it goes into a PDF: deflated pixels, or a JPEG as it is. */
export type PrintedImage = {
  kind: 'pixels' | 'jpeg';
  width: number;
  height: number;
  channels: 1 | 3;
  bytes: Uint8Array;
  /** One byte for each pixel, deflated; undefined if all are opaque. */
  alpha: Uint8Array | undefined;
};
