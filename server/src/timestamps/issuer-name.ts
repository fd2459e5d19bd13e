/** The name under which the issuer of an adopted stamp appears: what its own signing certificate says. */

import { plainLine, type TimestampVerdict } from '@sello/proof';

const MOST_CHARACTERS = 200;

export function issuerName({ chain: [signer] }: Pick<TimestampVerdict, 'chain'>): string {
  return plainLine(signer?.subject.commonName ?? signer?.subject.text ?? '').slice(0, MOST_CHARACTERS);
}
