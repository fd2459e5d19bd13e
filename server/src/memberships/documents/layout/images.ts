/** Puts images of a council into a PDF, byte for byte as they are stored. */

import type { Pdf } from '../../../proofs/constancia/pdf-draw.ts';
import type { PrintedImage } from '../../council/look.ts';

type Reference = { end(bytes: Uint8Array): void };
type PageWithImages = { xobjects: Record<string, unknown> };

/** Draws an image, scaled into the box and centred. Draws nothing if there is no image. */
export function drawImage(
  pdf: Pdf,
  name: string,
  image: PrintedImage,
  box: { x: number; y: number; width: number; height: number },
): void {
  const scale = Math.min(box.width / image.width, box.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const x = box.x + (box.width - width) / 2;
  const y = box.y + (box.height - height) / 2;
  (pdf.page as unknown as PageWithImages).xobjects[name] = embed(pdf, image);
  pdf.save();
  pdf.transform(width, 0, 0, -height, x, y + height);
  (pdf as unknown as { addContent(operators: string): void }).addContent(`/${name} Do`);
  pdf.restore();
}

/**
 * Does not use pdfkit's own function, because it recompresses the image, which is slow and gives different bytes on
 * other platforms.
 */
function embed(pdf: Pdf, { kind, width, height, channels, bytes, alpha }: PrintedImage): Reference {
  const size = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 };
  const mask = alpha && reference(pdf, { ...size, ColorSpace: 'DeviceGray', Filter: 'FlateDecode' }, alpha);
  return reference(
    pdf,
    {
      ...size,
      ColorSpace: channels === 1 ? 'DeviceGray' : 'DeviceRGB',
      Filter: kind === 'jpeg' ? 'DCTDecode' : 'FlateDecode',
      ...(mask !== undefined && { SMask: mask }),
    },
    bytes,
  );
}

function reference(pdf: Pdf, dictionary: object, bytes: Uint8Array): Reference {
  const made = pdf.ref(dictionary) as unknown as Reference;
  made.end(Buffer.from(bytes));
  return made;
}
