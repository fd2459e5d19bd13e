/** Checks the embedded authority's files without opening the authority, which would create missing ones. */

import { createPrivateKey, createPublicKey, sign, verify, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { encodePem } from '@sello/proof';
import { namesIn } from '../../kernel/disk/folder.ts';

import { EMBEDDED_NAME, EMBEDDED_POLICY } from './authority.ts';
import { KEY_KIND_NAMES } from './key-kinds.ts';

export async function inspectAuthorities(folder: string): Promise<KnownAuthorities> {
  const roots: Uint8Array[] = [];
  const problems: { where: string; message: string }[] = [];
  for (const kind of await foldersIn(folder)) {
    const read = (name: string) => readFile(path.join(folder, kind, name), 'utf8');
    try {
      const root = readCertificate(await read('root.pem'), 'root.pem');
      roots.push(root.raw);
      const unit = readCertificate(await read('unit.pem'), 'unit.pem');
      if (!root.verify(root.publicKey)) throw new Error('root.pem was changed');
      if (!unit.verify(root.publicKey)) throw new Error('unit.pem was not issued by root.pem');
      assertKeyOf(root, await read('root-key.pem'), 'root-key.pem');
      assertKeyOf(unit, await read('unit-key.pem'), 'unit-key.pem');
    } catch (error) {
      const message = `The files of the embedded authority are damaged: ${(error as Error).message}.`;
      problems.push({ where: `tsa/${kind}`, message });
    }
  }
  return { embedded: { policy: EMBEDDED_POLICY, name: EMBEDDED_NAME, roots }, problems };
}

/** The folders of authorities, without the temporary ones left by a crash, whose names have a suffix. */
async function foldersIn(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  return names.filter((name) => KEY_KIND_NAMES.some((kind) => kind === name));
}

function readCertificate(text: string, name: string): X509Certificate {
  const certificate = parseOrRefuse(() => new X509Certificate(text), name);
  if (encodePem('CERTIFICATE', certificate.raw) !== text) throw new Error(`${name} was changed`);
  return certificate;
}

/**
 * Checks that key and certificate belong together: the certificate must verify a signature that is made with the key.
 */
function assertKeyOf(certificate: X509Certificate, text: string, name: string): void {
  const key = parseOrRefuse(() => createPrivateKey(text), name);
  const probe = Buffer.from('sello fsck');
  const isOwn =
    verify('sha256', probe, certificate.publicKey, sign('sha256', probe, key)) &&
    createPublicKey(key).equals(certificate.publicKey);
  if (!isOwn || key.export({ type: 'pkcs8', format: 'pem' }) !== text) {
    throw new Error(`${name} is not the key of its certificate`);
  }
}

function parseOrRefuse<T>(parse: () => T, name: string): T {
  try {
    return parse();
  } catch {
    throw new Error(`${name} cannot be read`);
  }
}

/** The embedded authority's roots, and what is wrong with its files. */
export type KnownAuthorities = {
  embedded: { policy: string; name: string; roots: readonly Uint8Array[] };
  problems: readonly { where: string; message: string }[];
};
