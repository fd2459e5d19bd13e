/** Admits a person at the dashboard who is about to upload: the address must be proved, and the upload is counted. */

import { type AdmitPorts, admitUpload, type UploadRules } from '../../keys/rate-and-quota/admit-upload.ts';
import type { PersonWho } from '../../operations/doors/person.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import { assertProvenAddress } from '../../people/persons/proven-address.ts';
import type { UploadPorts } from './certify-upload.ts';

type AdmitPersonPorts = Pick<UploadPorts, 'certificates'> &
  AdmitPorts & { mail: Mailer | undefined; site: UploadRules };

export async function admitPerson(ports: AdmitPersonPorts, who: PersonWho) {
  const { accountId, livemode, by: person, account } = who;
  if (livemode) assertProvenAddress(ports, who.visit.person);
  const files = await admitUpload(ports, ports.site, account, livemode, ports.certificates.files);
  const { certificatesLeft } = account;
  return { accountId, livemode, keyId: undefined, person, certificatesLeft, files };
}
