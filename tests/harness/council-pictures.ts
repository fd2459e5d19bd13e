/** Pictures of a council, stored as the dashboard stores them. */

import { deflateSync } from 'node:zlib';
import { readImage, takeImage } from '../../server/src/memberships/council/take-image.ts';
import { writePng } from '../../server/src/memberships/council/write-png.ts';
import type { Council } from './memberships.ts';

/** A PNG of one shade of grey. */
export function picture(width: number, height: number, shade: number): Promise<Buffer> {
  const bytes = deflateSync(Buffer.alloc(width * height * 3, shade));
  return writePng({ kind: 'pixels', width, height, channels: 3, bytes, alpha: undefined });
}

/** Returns the SHA-256 by which the picture is named. */
export async function uploadPicture({ sello, accountId }: Council, bytes: Buffer): Promise<string> {
  const { records, now } = sello.ports;
  const image = await readImage(bytes);
  return (await records.transaction((query) => takeImage({ query, now }, accountId, image))).sha256;
}
