/** The API schemas of the addresses that give a proof's bytes. */

import { Type } from 'typebox';
import { CertificateParams } from '../certificates/operations.ts';
import { fileOf, oneOf } from '../http/schema.ts';

export const RawProofParams = Type.Object({
  ...CertificateParams.properties,
  type: oneOf(
    [
      'nom151',
      'chain',
      'blockchain',
      'ots',
      'tlog',
      'record',
      'receipt',
      'bundle',
      'constancia',
      'file',
      'court',
      'asic',
    ],
    {
      description:
        '`nom151`: the time stamp, as the provider sent it. `chain`: its signing certificates in PEM. `blockchain`: the anchoring proof in XML; `ots` and `tlog`: the same as an OpenTimestamps file and as a C2SP tlog-proof. `record`: the evidence record. `receipt`: the place in the log as a COSE receipt. `bundle`: a ZIP of all. `constancia`: a PDF. `file`: a redirect to the original file; `court` and `asic`: one to the package for a court and to the ASiC container, both with the original.',
    },
  ),
});

/**
 * One media type for all proofs. If several were listed, some of them text, client generators would read every proof as
 * text.
 */
export const RAW_PROOF_RESPONSE = {
  200: {
    ...fileOf('application/octet-stream'),
    description: 'The exact bytes of the proof.',
  },
  302: Type.Unsafe<null>({
    type: 'null',
    description: 'For `file`, `court` and `asic`: what was asked for is at `Location`, for 5 minutes.',
  }),
};
