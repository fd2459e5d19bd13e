/** Certificates in the dashboard: create, read, erase the file, in both modes. */

import { Type } from 'typebox';
import type { ChainTrust } from '../anchoring/chain-driver.ts';
import type { AnchorStore } from '../anchoring/ports.ts';
import { OF_IDEMPOTENCY } from '../http/error-responses.ts';
import type { Access } from '../keys/ports.ts';
import type { UploadRules } from '../keys/rate-and-quota/admit-upload.ts';
import type { UsageStore } from '../keys/usage/usage.ts';
import { DASHBOARD, type PersonWho } from '../operations/doors/person.ts';
import { operationsWith } from '../operations/operation.ts';
import type { Mailer } from '../people/mail/ports.ts';
import type { MerkleLogStore } from '../transparency/ports.ts';
import { CertificateRef, type RecordSite, toRecord } from './certificate-record.ts';
import { type EraseOnePorts, eraseFileOf } from './erasing/erase-files.ts';
import { ERASE_FILE } from './erasing/operations.ts';
import { GET_CERTIFICATE } from './operations.ts';
import { PROGRESS, toProgressRecord } from './progress-record.ts';
import { findInAccount, readById } from './read-certificates.ts';
import type { AnchoringPace } from './timeline.ts';
import { admitPerson } from './upload/admit-person.ts';
import { certifyUpload, type UploadPorts } from './upload/certify-upload.ts';
import { OF_AN_UPLOAD, UPLOAD_BODY } from './upload/schema.ts';

export type CertificatePagePorts = UploadPorts &
  EraseOnePorts & {
    access: Access;
    anchors: AnchorStore;
    merkleLog: MerkleLogStore;
    usage: UsageStore;
    mail: Mailer | undefined;
    site: RecordSite & AnchoringPace & UploadRules;
  };

const MadeSchema = Type.Object({ certificate: CertificateRef });
const DetailSchema = Type.Object(
  {
    ...MadeSchema.properties,
    ...PROGRESS,
    chain_trust: Type.Unsafe<ChainTrust | null>({
      type: ['string', 'null'],
      enum: ['operator', 'permissioned', 'public', null],
      description: 'Who could rewrite the chain of its block; null while it is in no block.',
    }),
  },
  { title: 'CertificateDetail' },
);

const certificates = operationsWith<CertificatePagePorts, PersonWho>();

const createCertificate = certificates.acting({
  method: 'POST',
  path: '/certificates',
  operationId: 'createCertificate',
  scope: 'certificates:write',
  tag: 'Certificates',
  summary: 'Certify a file',
  isStream: true,
  body: UPLOAD_BODY,
  answers: { 201: MadeSchema },
  refusals: [...OF_AN_UPLOAD, 'malformed_json', 'invalid_base64', 'email_unproven', 429, ...OF_IDEMPOTENCY],
  async act(ports, { who, request, reply }) {
    const uploader = await admitPerson(ports, who);
    const address = `${DASHBOARD}/certificates`;
    await certifyUpload(ports, ports.site, request, reply, {
      uploader,
      operation: `POST ${address}?mode=${uploader.livemode ? 'live' : 'test'}`,
      collectionUrl: `${ports.site.baseUrl}${address}`,
      onMade: () => ports.usage.count(uploader, { certificates: 1 }),
    });
    return undefined;
  },
});

const readCertificate = certificates.acting({
  ...GET_CERTIFICATE,
  answers: { 200: DetailSchema },
  refusals: [404],
  async act(ports, { who, params }) {
    const certificate = await findInAccount(ports, who, readById(params.id, ports.certificates.one));
    const { leafIndex, anchor } = certificate;
    const [checkpoint, chain] = await Promise.all([
      leafIndex === undefined ? undefined : ports.merkleLog.checkpointOver(leafIndex),
      anchor && ports.anchors.chain(anchor.network),
    ]);
    const body = {
      certificate: toRecord(ports.site, certificate),
      ...toProgressRecord(ports.site, certificate, checkpoint?.createdAt, ports.now()),
      chain_trust: chain?.trust ?? null,
    };
    return { status: 200, body };
  },
});

const eraseFile = certificates.acting({
  ...ERASE_FILE,
  answers: { 200: MadeSchema },
  refusals: [404, 'legal_hold'],
  async act(ports, { who, params }) {
    const { accountId, by } = who;
    const read = readById(params.id, ports.certificates.one);
    const { id, livemode } = await findInAccount(ports, who, read);
    await eraseFileOf(ports, { accountId, livemode }, id, by);
    const erased = await findInAccount(ports, { accountId, mode: livemode ? 'live' : 'test' }, read);
    return { status: 200, body: { certificate: toRecord(ports.site, erased) } };
  },
});

export const CERTIFICATE_PAGE_OPERATIONS = [createCertificate, readCertificate, eraseFile];
