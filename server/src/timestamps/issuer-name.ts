/** The name of the issuer of an adopted stamp, taken from its signing certificate. */

import { plainLine, type TimestampVerdict } from '@sello/proof';

const MOST_CHARACTERS = 200;

export function issuerName({ chain: [signer] }: Pick<TimestampVerdict, 'chain'>): string {
  return plainLine(signer?.subject.commonName ?? signer?.subject.text ?? '').slice(0, MOST_CHARACTERS);
}
