/** Certificates in the dashboard: list, create and read, in both modes. */

import { Type } from 'typebox';
import type { ChainTrust } from '../anchoring/chain-driver.ts';
import type { AnchorStore } from '../anchoring/ports.ts';
import type { App } from '../http/app.ts';
import { leaveBodiesUnread } from '../http/bodies/unread-bodies.ts';
import { refusals } from '../http/schema.ts';
import { admitUpload, type UploadRules } from '../keys/admit-upload.ts';
import { ModeSchema } from '../keys/key-record.ts';
import type { Access } from '../keys/ports.ts';
import type { UsageStore } from '../keys/usage/usage.ts';
import { assertProvenAddress } from '../people/accounts/proven-address.ts';
import { accountOf, actorOf } from '../people/login/person.ts';
import type { Mailer } from '../people/mail/ports.ts';
import type { MerkleLogStore } from '../transparency/ports.ts';
import {
  gatherMetadata,
  LIST_QUERY,
  PaginationSchema,
  readListQuery,
  toListPage,
} from './certificate-list.ts';
import { CertificateRef, type RecordSite, toRecord } from './certificate-record.ts';
import { type EraseOnePorts, eraseFileOf } from './erasing/erase-files.ts';
import { PROGRESS, toProgressRecord } from './progress-record.ts';
import { findInAccount, readById } from './read-certificates.ts';
import { finishList, listRead } from './search/list-certificates.ts';
import type { CertificateSearch } from './search/ports.ts';
import type { Totals } from './search/totals.ts';
import type { AnchoringPace } from './timeline.ts';
import { certifyUpload, type UploadPorts } from './upload/certify-upload.ts';
import { UPLOAD_BODY } from './upload/schema.ts';

export const Mode = Type.Optional(ModeSchema);
export const CertificateParams = Type.Object({ id: Type.String() });

const PageSchema = Type.Object({ certificates: Type.Array(CertificateRef), pagination: PaginationSchema });
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

export type CertificateRoutePorts = UploadPorts &
  EraseOnePorts & {
    access: Access;
    search: CertificateSearch;
    totals: Totals;
    anchors: AnchorStore;
    merkleLog: MerkleLogStore;
    usage: UsageStore;
    mail: Mailer | undefined;
  };

export function certificatePageRoutes(
  app: App,
  ports: CertificateRoutePorts,
  settings: RecordSite & AnchoringPace & UploadRules,
): void {
  listCertificates(app, ports, settings);
  app.register(async (part: App) => makeCertificate(part, ports, settings));
  readCertificate(app, ports, settings);
  eraseFile(app, ports, settings);
}

function listCertificates(app: App, ports: CertificateRoutePorts, site: RecordSite): void {
  const querystring = Type.Object({ ...LIST_QUERY, mode: Mode }, { title: 'CertificateQuery' });
  const schema = { querystring, response: { 200: PageSchema, ...refusals(422) } };
  app.get('/certificates', { preValidation: gatherMetadata, schema }, async (request) => {
    const { mode = 'live', ...query } = request.query;
    const owner = { accountId: accountOf(request).id, livemode: mode === 'live' };
    const asked = readListQuery(query);
    const listed = await ports.access.read(owner.accountId, owner.livemode, listRead(ports, asked));
    return toListPage(site, asked, await finishList(ports, owner, asked, listed));
  });
}

function makeCertificate(app: App, ports: CertificateRoutePorts, site: RecordSite & UploadRules): void {
  leaveBodiesUnread(app);
  const schema = {
    querystring: Type.Object({ mode: Mode }),
    // Enforced by the upload reader: Content-Type is hidden from the framework, which then skips the body.
    body: UPLOAD_BODY,
    response: { 201: MadeSchema, ...refusals(402, 409, 429, 502) },
  };
  app.post('/certificates', { config: { isUpload: true }, schema }, async (request, reply) => {
    const { id: accountId, certificatesLeft } = accountOf(request);
    const livemode = request.query.mode !== 'test';
    if (livemode) assertProvenAddress(ports, accountOf(request));
    const account = accountOf(request);
    const files = await admitUpload(ports, site, account, livemode, ports.certificates.files);
    const person = actorOf(request);
    const uploader = { accountId, livemode, keyId: undefined, person, certificatesLeft, files };
    await certifyUpload(ports, site, request, reply, {
      uploader,
      operation: `POST /api/dashboard/certificates?mode=${livemode ? 'live' : 'test'}`,
      collectionUrl: `${site.baseUrl}/api/dashboard/certificates`,
      onMade: () => ports.usage.count(uploader, { certificates: 1 }),
    });
    return reply;
  });
}

function readCertificate(app: App, ports: CertificateRoutePorts, settings: RecordSite & AnchoringPace): void {
  const querystring = Type.Object({ mode: Mode });
  const schema = {
    params: CertificateParams,
    querystring,
    response: { 200: DetailSchema, ...refusals(404) },
  };
  app.get('/certificates/:id', { schema }, async (request) => {
    const read = readById(request.params.id, ports.certificates.one);
    const certificate = await findInAccount(ports, accountOf(request).id, request.query.mode, read);
    const { leafIndex, anchor } = certificate;
    const [checkpoint, chain] = await Promise.all([
      leafIndex === undefined ? undefined : ports.merkleLog.checkpointOver(leafIndex),
      anchor && ports.anchors.chain(anchor.network),
    ]);
    return {
      certificate: toRecord(settings, certificate),
      ...toProgressRecord(settings, certificate, checkpoint?.createdAt, ports.now()),
      chain_trust: chain?.trust ?? null,
    };
  });
}

function eraseFile(app: App, ports: CertificateRoutePorts, site: RecordSite): void {
  const schema = {
    params: CertificateParams,
    querystring: Type.Object({ mode: Mode }),
    response: { 200: MadeSchema, ...refusals(404) },
  };
  app.delete('/certificates/:id/file', { schema }, async (request) => {
    const { id: accountId } = accountOf(request);
    const read = readById(request.params.id, ports.certificates.one);
    const { id, livemode } = await findInAccount(ports, accountId, request.query.mode, read);
    await eraseFileOf(ports, { accountId, livemode }, id, actorOf(request));
    const erased = await findInAccount(ports, accountId, livemode ? 'live' : 'test', read);
    return { certificate: toRecord(site, erased) };
  });
}
