/** PEM text (RFC 7468). */

import { ProofError } from '../proof-error.ts';
import { encodeBase64, parseBase64 } from './bytes.ts';

export function encodePem(label: string, der: Uint8Array): string {
  const lines = encodeBase64(der).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/**
 * Every block with this label, in order; text around the blocks is ignored (RFC 7468 §5.2). Throws for a block
 * that cannot be decoded: dropping it would silently shorten a list of roots.
 */
export function decodePem(label: string, text: string): Uint8Array[] {
  const begin = `-----BEGIN ${label}-----`;
  const end = `-----END ${label}-----`;
  const [, ...blocks] = text.split(begin);
  return blocks.map((block) => {
    const stop = block.indexOf(end);
    const der = stop === -1 ? undefined : parseBase64(block.slice(0, stop).replace(/[\r\n\t ]/g, ''));
    if (der === undefined || der.length === 0)
      throw new ProofError('pem_malformed', `a ${label} block is not PEM`);
    return der;
  });
}
