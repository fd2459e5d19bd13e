/**
 * Signed links. For five minutes, anyone who has a link can fetch one original file, or an archive that is made for one
 * certificate.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { attachment } from '../http/content-disposition.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { type AccountId, type CertificateId, parseId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { ServerKeys } from '../kernel/server-keys.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { BlobStore, FindOriginal, OriginalFile } from './ports.ts';

const FILE_LINK_SECONDS = 300;

/** The parts of an address, as strings: they are compared as written, never after decoding. */
export type FileLink = {
  certificateId: string;
  account: string;
  mode: string;
  expires: string;
  key: string;
  signature: string;
};

/** What a link can lead to: by default the original file, otherwise the thing whose name is in the address. */
const LINKED_THINGS = ['file', 'court', 'court-without-original', 'asic'] as const;

export type LinkedThing = (typeof LINKED_THINGS)[number];

/** The link's address; `toLink` in `routes-public.ts` parses it. */
export function fileLinkUrl(baseUrl: string, link: FileLink, thing: LinkedThing = 'file'): string {
  const { certificateId, ...signed } = link;
  const place = thing === 'file' ? certificateId : `${certificateId}/${thing}`;
  return `${baseUrl}/files/${place}?${new URLSearchParams(signed)}`;
}

export type FileUrlPorts = { blobs: BlobStore; serverKeys: ServerKeys; now: Clock };

/** Returns an address that serves the file for five minutes: ours, or the store's own if the operator chose that. */
export async function fileUrl(
  ports: FileUrlPorts,
  baseUrl: string,
  owner: Owner,
  original: KeptFile,
): Promise<{ url: string; expiresAt: Date }> {
  const direct = await directFileUrl(ports, owner, original, attachment(original.file.name));
  if (direct !== undefined) return direct;
  const { link, expiresAt } = await signFileLink(ports, owner, original);
  return { url: fileLinkUrl(baseUrl, link), expiresAt };
}

export async function signFileLink(
  ports: { serverKeys: ServerKeys; now: Clock },
  owner: Owner,
  { id }: Pick<OriginalFile, 'id'>,
  thing: LinkedThing = 'file',
): Promise<{ link: FileLink; expiresAt: Date }> {
  const key = await ports.serverKeys.current();
  const expiresAt = new Date(ports.now().getTime() + FILE_LINK_SECONDS * 1000);
  const unsigned = {
    certificateId: id,
    account: owner.accountId,
    mode: owner.livemode ? 'live' : 'test',
    expires: String(expiresAt.getTime()),
    key: key.id,
  };
  return { link: { ...unsigned, signature: signatureOf(unsigned, key.secret, thing) }, expiresAt };
}

/** The form of a key's id. Other texts are not looked up, because strangers choose them. */
const KEY_ID = /^[\w-]{1,64}$/;

export type CheckLinkPorts = {
  serverKeys: ServerKeys;
  now: Clock;
  findOriginal: FindOriginal;
};

/** Returns the file of a link. Refuses links that were changed or have expired. */
export async function checkFileLink(
  ports: CheckLinkPorts,
  link: FileLink,
): Promise<{ owner: Owner; original: KeptFile }> {
  const { owner, certificateId } = await checkLink(ports, link, 'file');
  const original = await ports.findOriginal(owner, certificateId);
  assertStored(original);
  return { owner, original };
}

/**
 * Returns whose certificate a link leads to. Refuses a link that was changed, has expired, or is for something else.
 */
export async function checkLink(
  ports: Pick<CheckLinkPorts, 'serverKeys' | 'now'>,
  link: FileLink,
  thing: LinkedThing,
): Promise<{ owner: Owner; certificateId: CertificateId }> {
  const key = KEY_ID.test(link.key) ? await ports.serverKeys.find(link.key) : undefined;
  const expected = Buffer.from(key === undefined ? '' : signatureOf(link, key.secret, thing));
  const given = Buffer.from(link.signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw invalidSignature();
  if (ports.now().getTime() > Number(link.expires)) throw linkExpired();
  const certificateId = parseId('cert', link.certificateId) as CertificateId;
  return { owner: { accountId: link.account as AccountId, livemode: link.mode === 'live' }, certificateId };
}

/** A file that was sent and is still kept, so that its size and SHA-256 are known. */
type KeptFile = OriginalFile & Known;
type Known = { file: { sizeBytes: number; sha256: Sha256Hex } };

/**
 * Throws if the file was erased. The record is marked before the bytes are erased, so a reader of the record knows in
 * time.
 */
export function assertStored<Original extends Pick<OriginalFile, 'file'>>(
  original: Original,
): asserts original is Original & Known {
  const { file } = original;
  if (!file.wasSent) throw neverSent();
  if (file.erasedAt === undefined) return;
  const day = file.erasedAt.slice(0, 10);
  throw new AppError('file_not_stored', {
    en: `The file of this certificate was erased on ${day} (UTC), as its owner asked or because of its age. The certificate and its proofs stay as they are.`,
    es: `El archivo de este certificado se borró el ${day} (UTC), porque su dueño lo pidió o por su antigüedad. El certificado y sus pruebas siguen igual.`,
  });
}

function neverSent(): AppError {
  return new AppError('file_not_stored', {
    en: 'Only the fingerprint of this file was sent, and never the file itself. Its proofs are complete all the same.',
    es: 'Solo se envió la huella de este archivo; el archivo nunca se envió, así que no está aquí. Sus pruebas están completas de todos modos.',
  });
}

/** The store's own address for the file, if the operator chose that. It is valid as long as ours would be. */
async function directFileUrl(
  ports: { blobs: BlobStore; now: Clock },
  owner: Owner,
  { file }: KeptFile,
  contentDisposition: string,
): Promise<{ url: string; expiresAt: Date } | undefined> {
  const now = ports.now();
  const url = await ports.blobs.directUrl?.(
    owner.accountId,
    file.sha256,
    contentDisposition,
    now,
    FILE_LINK_SECONDS,
  );
  // S3 counts the minutes from the whole second in which the address was signed, so `expiresAt` does too.
  const signedMs = Math.floor(now.getTime() / 1000) * 1000;
  return url === undefined ? undefined : { url, expiresAt: new Date(signedMs + FILE_LINK_SECONDS * 1000) };
}

type OpenPorts = { blobs: BlobStore; findOriginal: FindOriginal };

/** Rejects like `openFile`, without reading the file. */
export async function assertFileIsThere(ports: OpenPorts, owner: Owner, original: KeptFile): Promise<void> {
  const sizeBytes = await ports.blobs.sizeOf(owner.accountId, original.file.sha256);
  if (sizeBytes === undefined) await rejectMissing(ports, owner, original);
}

export async function openFile(
  ports: OpenPorts,
  owner: Owner,
  original: KeptFile,
  range: { start: number; end: number } | undefined,
): Promise<Readable> {
  const body = await ports.blobs.open(owner.accountId, original.file.sha256, range);
  return body ?? rejectMissing(ports, owner, original);
}

/**
 * Rejects for a file that is not in the store. If it was erased since its record was read, the error says that;
 * otherwise the file is lost.
 */
async function rejectMissing(ports: OpenPorts, owner: Owner, { id }: OriginalFile): Promise<never> {
  assertStored(await ports.findOriginal(owner, id));
  throw new Error(`The file of ${id} is not in the store`);
}

/** Signs a link. No part of a genuine link can contain the separator, so no two links sign the same text. */
function signatureOf(link: Omit<FileLink, 'signature'>, secret: Uint8Array, thing: LinkedThing): string {
  const text = [thing, link.certificateId, link.account, link.mode, link.expires, link.key].join('\n');
  return createHmac('sha256', secret).update(text).digest('base64url');
}

export function invalidSignature(): AppError {
  return new AppError('invalid_signature', {
    en: 'This file address was changed or is incomplete. Ask for a new one with `proof?type=file`.',
    es: 'Esta dirección de archivo fue modificada o está incompleta. Pida una nueva con `proof?type=file`.',
  });
}

function linkExpired(): AppError {
  return new AppError('url_expired', {
    en: 'This file address was good for 5 minutes and has expired. Ask for a new one with `proof?type=file`.',
    es: 'Esta dirección de archivo era válida por 5 minutos y ya expiró. Pida una nueva con `proof?type=file`.',
  });
}
