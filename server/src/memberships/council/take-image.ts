/** Takes an image that a council uploads, which is a logo or a signature. */

import { createHash } from 'node:crypto';
import { isPng } from '@sello/proof';
import type { AccountId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import type { PrintedImage } from './look.ts';
import { dropUnusedImages, keepImage } from './pg-council.ts';
import { isJpeg, readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { unreadable } from './refusals.ts';

/** The limit applies to the image as sent and as stored, because every diploma contains the stored image. */
export const MOST_IMAGE_BYTES = 512 * 1024;

type TakenImage = { sha256: string; width: number; height: number };

/**
 * Reads an image. Its type is decided by its bytes and not by its name. SVG is never accepted, because it can contain
 * scripts.
 */
export async function readImage(bytes: Uint8Array): Promise<PrintedImage> {
  const image = isPng(bytes) ? await readPng(bytes) : isJpeg(bytes) ? readJpeg(bytes) : undefined;
  if (image === undefined) throw unreadable('it is neither', 'no es ninguno de los dos');
  const size = image.bytes.length + (image.alpha?.length ?? 0);
  if (size <= MOST_IMAGE_BYTES) return image;
  throw unreadable(
    'it takes too much room in a PDF; make it smaller or simpler',
    'ocupa demasiado espacio en un PDF; hágala más pequeña o sencilla',
  );
}

/** Stores an image, and deletes earlier uploads that nothing uses. */
export async function takeImage(
  tools: Pick<Tools, 'query' | 'now'>,
  accountId: AccountId,
  image: PrintedImage,
): Promise<TakenImage> {
  const { width, height } = image;
  const sha256 = createHash('sha256')
    .update(`${image.kind} ${width} ${height} ${image.channels}\n`)
    .update(image.bytes)
    .update(image.alpha ?? '')
    .digest('hex');
  await dropUnusedImages(tools, accountId);
  await keepImage(tools, accountId, sha256, image, tools.now());
  return { sha256, width, height };
}
