/** The operations by which an owner controls the public page of a certificate. */

import { type Static, Type } from 'typebox';
import { changesBetween } from '../../audit/changes-between.ts';
import type { AuditNote } from '../../audit/ports.ts';
import { type Certificate, verificationUrl } from '../../certificates/certificate.ts';
import { newCode } from '../../certificates/certify-file.ts';
import { CertificateParams } from '../../certificates/operations.ts';
import type { CertificateStore } from '../../certificates/ports.ts';
import { findInAccount, readById } from '../../certificates/read-certificates.ts';
import type { Site } from '../../http/site.ts';
import { invalidField } from '../../http/text-rules.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { Access } from '../../keys/ports.ts';
import type { PersonWho } from '../../operations/doors/person.ts';
import { operationsWith } from '../../operations/operation.ts';
import { ISSUED_TYPES } from './issued-document.ts';
import type { IssuedDocuments, PageControls, PageState } from './ports.ts';

export type PageControlPorts = {
  access: Access;
  certificates: Pick<CertificateStore, 'one'>;
  issuedDocuments: IssuedDocuments;
  published: PageControls;
  now: Clock;
  randomBytes: RandomBytes;
  site: Site;
};

const PageSchema = Type.Object(
  {
    url: Type.String({ format: 'uri' }),
    is_on: Type.Boolean({ description: 'Whether anybody who has the address can open it.' }),
    hides_names: Type.Boolean({
      description:
        'Whether the page leaves out the title and the file name, also in what is downloaded there.',
    }),
    names_account: Type.Boolean({
      description: "Whether the page names the account; the account's settings decide this.",
    }),
    views: Type.Integer({
      description: 'How often the page was opened. Nothing is stored about who opened it.',
    }),
  },
  { title: 'CertificatePage' },
);

const Answer = Type.Object({ page: PageSchema });

const Change = Type.Object({
  is_on: Type.Optional(Type.Boolean()),
  hides_names: Type.Optional(Type.Boolean()),
});

const ofPage = operationsWith<PageControlPorts, PersonWho>();

const readPage = ofPage.acting({
  method: 'GET',
  path: '/certificates/:id/page',
  operationId: 'getCertificatePage',
  scope: 'certificates:read',
  tag: 'Certificates',
  summary: 'Read what the public page of a certificate shows',
  params: CertificateParams,
  answers: { 200: Answer },
  refusals: [404],
  async act(ports, { who, params }) {
    const certificate = await findInAccount(ports, who, readById(params.id, ports.certificates.one));
    const state = await ports.published.state(who.accountId, certificate.id);
    return { status: 200, body: { page: toPage(ports.site, who, certificate, state) } };
  },
});

const changePage = ofPage.acting({
  method: 'PATCH',
  path: '/certificates/:id/page',
  operationId: 'updateCertificatePage',
  scope: 'certificates:write',
  tag: 'Certificates',
  summary: 'Change what the public page of a certificate shows',
  description: 'A PDF and its sealed copy are changed together.',
  params: CertificateParams,
  body: Change,
  answers: { 200: Answer },
  refusals: [404],
  async act(ports, { who, params, body }) {
    const certificate = await findInAccount(ports, who, readById(params.id, ports.certificates.one));
    const before = await ports.published.state(who.accountId, certificate.id);
    const after = {
      ...before,
      isOff: body.is_on === undefined ? before.isOff : !body.is_on,
      hidesNames: body.hides_names ?? before.hidesNames,
    };
    const changes = changesBetween(fieldsOf(before), fieldsOf(after));
    if (Object.keys(changes).length > 0) {
      const note = noteOf(ports, who, certificate, changes);
      await ports.published.change(who.accountId, certificate.id, after, note);
    }
    return { status: 200, body: { page: toPage(ports.site, who, certificate, after) } };
  },
});

const movePage = ofPage.acting({
  method: 'POST',
  path: '/certificates/:id/page/address',
  operationId: 'moveCertificatePage',
  scope: 'certificates:write',
  tag: 'Certificates',
  summary: 'Give the public page of a certificate a new address',
  description: 'The old address, its QR code and everything printed with it stop working at once.',
  params: CertificateParams,
  answers: { 200: Answer },
  refusals: [404, 'validation_failed'],
  async act(ports, { who, params }) {
    const certificate = await findInAccount(ports, who, readById(params.id, ports.certificates.one));
    await assertMovable(ports, who, certificate);
    const code = newCode(ports);
    const note = noteOf(ports, who, certificate, { address: { from: null, to: null } });
    await ports.published.moveTo(who.accountId, certificate.id, code, note);
    const state = await ports.published.state(who.accountId, certificate.id);
    return { status: 200, body: { page: toPage(ports.site, who, { ...certificate, code }, state) } };
  },
});

/** Throws if the document itself shows its address, which then cannot change. */
async function assertMovable(
  { issuedDocuments, site }: PageControlPorts,
  { accountId }: PersonWho,
  { documentType, code }: Certificate,
): Promise<void> {
  if (!ISSUED_TYPES.has(documentType)) return;
  if ((await issuedDocuments.find(accountId, code, site.baseUrl)) === undefined) return;
  throw invalidField(
    '`id`',
    'is the certificate of a diploma, a constancia or a transcript. Its address is printed there, so it cannot change.',
    'es el certificado de un diploma, una constancia o un historial. Su dirección está impresa ahí y por eso no puede cambiar.',
  );
}

/** The audit log does not record the addresses, because its readers need not be allowed to open the page. */
function noteOf(
  { now }: PageControlPorts,
  { accountId, by }: PersonWho,
  { id, livemode }: Certificate,
  changes: object,
): AuditNote {
  const details = { changes, mode: livemode ? 'live' : 'test' };
  return { accountId, at: now(), action: 'certificate.change', by, target: id, details };
}

function fieldsOf({ isOff, hidesNames }: PageState) {
  return { page_is_on: !isOff, page_hides_names: hidesNames };
}

function toPage(
  { baseUrl }: Site,
  { account }: PersonWho,
  certificate: Certificate,
  state: PageState,
): Static<typeof PageSchema> {
  return {
    url: verificationUrl(baseUrl, certificate),
    is_on: !state.isOff,
    hides_names: state.hidesNames,
    names_account: account.showsName,
    views: state.views,
  };
}

export const PAGE_CONTROL_OPERATIONS = [readPage, changePage, movePage];
