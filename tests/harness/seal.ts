/** Seals a PDF with the stamp of a test authority, as the service does. */

import { createHash, randomBytes } from 'node:crypto';
import {
  appendValidationData,
  concatBytes,
  decodeTimestampResponse,
  fillStamp,
  prepareStamp,
} from '../../proof/src/index.ts';
import type { TestAuthority } from './test-authority.ts';

export async function sealWith(authority: TestAuthority, pdf: Uint8Array): Promise<Uint8Array> {
  const id = randomBytes(16);
  const unstamped = prepareStamp(pdf, 0, id);
  const { revision, gap } = unstamped;
  const digest = createHash('sha256')
    .update(pdf)
    .update(revision.subarray(0, gap.start))
    .update(revision.subarray(gap.end))
    .digest();
  const { token } = decodeTimestampResponse(await authority.stamp(new Uint8Array(digest)));
  const stamped = concatBytes(pdf, fillStamp(unstamped, token!.der));
  const data = { certificates: [authority.signerDer, authority.rootDer], crls: [], ocsps: [] };
  return concatBytes(stamped, appendValidationData(stamped, data, id));
}
