/**
 * The pictures into which badges are written: ours, or an image that the council has uploaded. The signed content of a
 * badge names its picture, so the badge always keeps the picture with which it was made.
 */

import { readFile } from 'node:fs/promises';
import * as read from '../../database/row-reader.ts';
import { type AccountId, parseId } from '../../kernel/ids.ts';
import { parseSha256Hex } from '../../kernel/sha256.ts';
import type { Tools } from '../../operations/operation.ts';
import { readBadgeImage } from '../council/pg-badge-images.ts';
import { writePng } from '../council/write-png.ts';

type Named = { accountId: AccountId; sha256: string };

export function pictureAddress(baseUrl: string, { accountId, sha256 }: Named): string {
  return `${baseUrl}${picturePath({ accountId, sha256 })}`;
}

export function picturePath({ accountId, sha256 }: Named): string {
  return `/b/picture/${accountId}/${sha256}.png`;
}

/** The council's picture that a badge names, if it names one. */
export function pictureNamedIn(credential: string): Named | undefined {
  const { credentialSubject } = JSON.parse(credential);
  const image = read.isRecord(credentialSubject?.achievement)
    ? credentialSubject.achievement.image
    : undefined;
  const [, account = '', hash = ''] =
    /\/b\/picture\/([\w]+)\/([0-9a-f]{64})\.png$/.exec(read.isRecord(image) ? String(image.id) : '') ?? [];
  const accountId = parseId('acct', account);
  const sha256 = parseSha256Hex(hash);
  return accountId && sha256 && { accountId, sha256 };
}

let ours: Promise<Uint8Array> | undefined;

/** For baking. */
export async function badgePicture(tools: Pick<Tools, 'query'>, credential: string): Promise<Uint8Array> {
  const named = pictureNamedIn(credential);
  const drawn = named && (await drawPicture(tools, named));
  if (drawn !== undefined) return drawn;
  ours ??= readFile(new URL('./badge.png', import.meta.url));
  return ours;
}

/** Pictures that this process has rendered, so that a stranger cannot have them rendered again and again. */
const kept = new Map<string, Promise<Uint8Array>>();
const MOST_KEPT = 32;

export async function drawPicture(
  tools: Pick<Tools, 'query'>,
  { accountId, sha256 }: Named,
): Promise<Uint8Array | undefined> {
  const image = await readBadgeImage(tools, accountId, sha256);
  if (image === undefined) return undefined;
  const drawn = kept.get(sha256) ?? writePng(image);
  kept.set(sha256, drawn);
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
  return drawn;
}
