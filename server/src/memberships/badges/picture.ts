/** The picture into which badges are written. */

import { readFile } from 'node:fs/promises';

let picture: Promise<Uint8Array> | undefined;

export function badgePicture(): Promise<Uint8Array> {
  picture ??= readFile(new URL('./badge.png', import.meta.url));
  return picture;
}
