import type { IncomingMessage } from 'node:http';
import { AppError } from '../../kernel/errors.ts';

/**
 * RFC 9112 §3.2: an HTTP/1.1 request has exactly one `Host`. With two, a proxy in front could use one and we the
 * other.
 */
export function assertOneHost({ httpVersion, rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return;
  throw new AppError('bad_request', {
    en: 'The header `Host` must be sent exactly once.',
    es: 'El encabezado `Host` debe enviarse exactamente una vez.',
  });
}
