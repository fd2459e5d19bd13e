/** How a council's documents look. */

/** A council's look. Images are named by their hash. */
export type CouncilLook = {
  name: string;
  /** `#rrggbb`, for the frame and headings. `accent` is the colour of lines and ornaments. */
  color: string;
  accent: string;
  logo: string | null;
  /** At most two signatures. */
  signatures: readonly Signature[];
};

export type Signature = { name: string; office: string; image: string | null };

/** An image in the form in which it goes into a PDF: deflated pixels, or the bytes of a JPEG. */
export type PrintedImage = {
  kind: 'pixels' | 'jpeg';
  width: number;
  height: number;
  channels: 1 | 3;
  bytes: Uint8Array;
  /** One byte for each pixel, deflated. Undefined if all pixels are opaque. */
  alpha: Uint8Array | undefined;
};
