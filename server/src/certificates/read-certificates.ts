/** Finds certificates. An unknown id and another account's certificate give the same answer. */

import type { FindOriginal } from '../files/ports.ts';
import { AppError } from '../kernel/errors.ts';
import { type AccountId, type CertificateId, parseId } from '../kernel/ids.ts';
import type { Access } from '../keys/ports.ts';
import { type AccountRead, NOTHING } from '../operations/account-read.ts';
import type { CertificateStore } from './ports.ts';

export function certificateNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no certificate with this id in your account (in the mode of this key).',
    es: 'No hay ningún certificado con este id en su cuenta (en el modo de esta clave).',
  });
}

/** Reads by id. A text that cannot be an id is not found either, without a database query. */
export function readById<T>(
  text: string,
  read: (id: CertificateId) => AccountRead<T | undefined>,
): AccountRead<T | undefined> {
  const id = parseId('cert', text);
  return id === undefined ? NOTHING : read(id);
}

export function makeFindOriginal(ports: { access: Access; certificates: CertificateStore }): FindOriginal {
  return async ({ accountId, livemode }, id) => {
    const certificate = await ports.access.read(accountId, livemode, ports.certificates.one(id));
    if (certificate === undefined) throw certificateNotFound();
    return certificate;
  };
}

/** Reads for a person, who sees both modes: in the given mode, or in both until the certificate is found. */
export async function findInAccount<T>(
  ports: { access: Pick<Access, 'read'> },
  { accountId, mode }: { accountId: AccountId; mode: 'live' | 'test' | undefined },
  read: AccountRead<T | undefined>,
): Promise<T> {
  const modes = mode === undefined ? (['live', 'test'] as const) : [mode];
  for (const one of modes) {
    const found = await ports.access.read(accountId, one === 'live', read);
    if (found !== undefined) return found;
  }
  throw new AppError('not_found', {
    en: 'There is no certificate with this id in your account.',
    es: 'No hay ningún certificado con este id en su cuenta.',
  });
}
