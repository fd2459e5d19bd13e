/** Checks the stamp of the front page's sample with the same code as `sello verify`. Loaded on demand. */

import { acr2SeProfile, decodePem, verifyEvidence, webCryptoEngine } from '@sello/proof';
import { hashFile } from '../hashing/hash-file.ts';
import { checkList } from './check-list.ts';
import { ownProfile } from './verify-here.ts';

export async function verifySample(text: string, tsr: string, chain: string): Promise<HTMLElement[]> {
  const certificates = decodePem('CERTIFICATE', chain);
  const verdict = await verifyEvidence(
    webCryptoEngine,
    {
      tsr: Uint8Array.from(atob(tsr), (character) => character.charCodeAt(0)),
      certificates,
      now: new Date(),
      digest: (algorithm) => hashFile(new Blob([text]), algorithm),
    },
    [acr2SeProfile(), ...ownProfile(certificates, [])],
  );
  return checkList(verdict);
}
