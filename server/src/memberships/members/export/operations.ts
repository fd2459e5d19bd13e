/** The operations that export all data stored about a member, for the council and for the member. */

import { fileOf } from '../../../http/schema.ts';
import { sendExport } from '../../../http/send-download.ts';
import { zipFiles } from '../../../http/zip-files.ts';
import { AppError } from '../../../kernel/errors.ts';
import { type GiveBack, makeShared, refusalOf, type Shared } from '../../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../../kernel/shares/shared-things.ts';
import {
  type Asked,
  type Operation,
  type Outside,
  operationsWith,
  type Who,
} from '../../../operations/operation.ts';
import type { DocumentPorts } from '../../documents/ports.ts';
import { note } from '../../note-change.ts';
import { type OwnWho, PageParams, TAG } from '../../own-page/member-operation.ts';
import { findMember } from '../find-member.ts';
import type { Member } from '../member.ts';
import { MEMBER_TAG, MemberParams } from '../operations.ts';
import { readMemberFiles } from './read-member-files.ts';

type ExportMemberOperationPorts = Outside & DocumentPorts;

const ANSWERS = { 200: { description: 'The archive.', ...fileOf('application/zip') } };

/** For API keys and for people. */
export function exportMemberOperation(): Operation<ExportMemberOperationPorts> {
  return operationsWith<ExportMemberOperationPorts>().acting({
    method: 'GET',
    path: '/members/:id/export',
    operationId: 'exportMember',
    // A caller who may open the member's own page could see the same data there.
    scope: 'members:access',
    alsoScope: 'members:identify',
    tag: MEMBER_TAG,
    summary: 'Export everything that is held of a member',
    description:
      'For a member who asks what is held of them (right of access): a ZIP with JSON files, the papers and evidence of the member that are still kept, and a README in Spanish and English. CURP and RFC are in full, so `members:identify` is needed. It contains no data of other people and no secrets. Each export is recorded in the audit log.',
    params: MemberParams,
    answers: ANSWERS,
    refusals: [404, 'rate_limit_exceeded', 'overloaded'],
    async act(ports, asked) {
      const member = await findMember(toTools(ports), asked.who, asked.params.id);
      return send(ports, asked, member, (exports) => exports.take(asked.who.accountId));
    },
  });
}

/** Each member has one export at a time. */
const OWN_EXPORTS = { ...SHARED_THINGS.exports, budget: 1_000, most: 1 };

/** The same export on the member's own page. */
export function exportOwnDataOperation(): Operation<ExportMemberOperationPorts, OwnWho> {
  const own = makeShared(OWN_EXPORTS);
  return operationsWith<ExportMemberOperationPorts, OwnWho>().acting({
    method: 'GET',
    path: '/export',
    operationId: 'exportOwnData',
    scope: 'own page',
    tag: TAG,
    summary: 'Download everything that is held of you',
    params: PageParams,
    answers: ANSWERS,
    refusals: [404, 'own_entrance_needed', 'rate_limit_exceeded', 'overloaded'],
    async act(ports, asked) {
      const { member, isOwn } = asked.who.session;
      // Without this check, somebody who changed the address on file, or made a link, could read identifiers without
      // having the scope for it.
      if (!isOwn) throw notByOwnMailbox();
      const { accountId } = asked.who;
      return send(ports, asked, member, async (exports) => {
        const endOwn = await own.take(member.id);
        // All members of a council share one limit. Otherwise one council could occupy every slot with a few of its
        // members.
        const endShared = exports.tryTake(`members of ${accountId}`);
        if (endShared === undefined) {
          endOwn();
          throw refusalOf(SHARED_THINGS.exports, 'full');
        }
        return () => {
          endOwn();
          endShared();
        };
      });
    },
  });
}

/** The export is recorded before it is sent, because even an interrupted export has been read in part. */
async function send<W extends Who>(
  ports: ExportMemberOperationPorts,
  { who, reply }: Asked<unknown, unknown, unknown, W>,
  member: Member,
  take: (exports: Shared) => GiveBack | Promise<GiveBack>,
): Promise<undefined> {
  await sendExport(reply, take, async () => {
    const tools = toTools(ports);
    await note(tools, who, 'member.export', member.id);
    const content = zipFiles(readMemberFiles(tools, who, member));
    return { type: 'application/zip', name: `${member.id}.zip`, content };
  });
}

function toTools(ports: ExportMemberOperationPorts) {
  return { ...ports, query: ports.records.query };
}

function notByOwnMailbox(): AppError {
  return new AppError('own_entrance_needed', {
    en: 'You entered with a link, or with an address that somebody else put on file, so we cannot hand out everything here. Enter with a code in a browser that you have used here before, or ask your council.',
    es: 'Usted entró con un enlace o con un correo que otros registraron; por eso aquí no se puede entregar todo. Entre con un código en un navegador con el que ya había entrado o pídalo a su consejo.',
  });
}
