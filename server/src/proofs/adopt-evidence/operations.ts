/** The operations that adopt a constancia of another provider, for API keys and for people in the dashboard. */

import { Type } from 'typebox';
import { CertificateRef, type RecordSite } from '../../certificates/certificate-record.ts';
import type { StoredFiles } from '../../certificates/stored-files.ts';
import { admitPerson } from '../../certificates/upload/admit-person.ts';
import { UPLOAD_HEADERS } from '../../certificates/upload/operations.ts';
import { OF_AN_UPLOAD } from '../../certificates/upload/schema.ts';
import { OF_IDEMPOTENCY } from '../../http/error-responses.ts';
import type { Access } from '../../keys/ports.ts';
import type { UploadRules } from '../../keys/rate-and-quota/admit-upload.ts';
import type { UsageStore } from '../../keys/usage/usage.ts';
import { type KeyWho, PUBLIC_API } from '../../operations/doors/key.ts';
import { DASHBOARD, type PersonWho } from '../../operations/doors/person.ts';
import { operationsWith } from '../../operations/operation.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import { type AdoptPorts, adoptConstancia } from './adopt-constancia.ts';
import { ADOPTION_BODY } from './schema.ts';

export type AdoptOperationPorts = AdoptPorts & { site: RecordSite };

export type AdoptPagePorts = AdoptPorts & {
  access: Access;
  usage: UsageStore;
  mail: Mailer | undefined;
  site: RecordSite & UploadRules;
};

const ADOPT = {
  method: 'POST',
  path: '/evidence/adopt',
  operationId: 'adoptConstancia',
  scope: 'certificates:write',
  tag: 'Certificates',
  summary: 'Adopt a constancia',
  description:
    'Makes a certificate from a constancia or time stamp that another provider issued; one over a SHA-384 or SHA-512 needs its file. It is then in the log, anchored and renewed like any other certificate; `origin` names its issuer. This costs one certificate and buys no stamp. The constancia must lead to ACR2-SE or to a root of this service, and its signer must be neither expired nor revoked. Otherwise it is refused, the message names the failed check, and nothing is used up. The certificate proves that you had the constancia at `created_at`; the earlier date is its issuer’s statement.',
  isStream: true,
  body: ADOPTION_BODY,
} as const;

const REFUSALS = [
  ...OF_AN_UPLOAD.filter((one) => one !== 502 && one !== 'pdf_cannot_be_sealed'),
  'malformed_json',
  'invalid_base64',
  'evidence_invalid',
  'evidence_known',
  ...OF_IDEMPOTENCY,
] as const;

const MadeSchema = Type.Object(
  { certificate: CertificateRef },
  { description: 'The certificate; `Location` is its address.' },
);

export const adoptWithKey = operationsWith<AdoptOperationPorts, KeyWho>().acting({
  ...ADOPT,
  headers: UPLOAD_HEADERS,
  answers: { 201: MadeSchema },
  refusals: REFUSALS,
  read: ({ certificates }) => certificates.files,
  async act(ports, { who, certificatesLeft = 0, baseUrl, request, reply }, files: StoredFiles) {
    const { caller } = who;
    await adoptConstancia(ports, ports.site, request, reply, {
      uploader: { ...caller, certificatesLeft, files },
      operation: `POST ${PUBLIC_API}/evidence/adopt`,
      collectionUrl: `${baseUrl}${PUBLIC_API}/certificates`,
      onMade: () => {
        request.use = { source: caller, certificates: 1 };
      },
    });
    return undefined;
  },
});

export const adoptInDashboard = operationsWith<AdoptPagePorts, PersonWho>().acting({
  ...ADOPT,
  answers: { 201: MadeSchema },
  refusals: [...REFUSALS, 'email_unproven', 429],
  async act(ports, { who, request, reply }) {
    const uploader = await admitPerson(ports, who);
    await adoptConstancia(ports, ports.site, request, reply, {
      uploader,
      operation: `POST ${DASHBOARD}/evidence/adopt?mode=${uploader.livemode ? 'live' : 'test'}`,
      collectionUrl: `${ports.site.baseUrl}${DASHBOARD}/certificates`,
      onMade: () => ports.usage.count(uploader, { certificates: 1 }),
    });
    return undefined;
  },
});
