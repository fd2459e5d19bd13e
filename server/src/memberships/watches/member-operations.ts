/** The answers of members, on their own page, to those who follow them or ask to. */

import { AppError } from '../../kernel/errors.ts';
import { parseId, type WatchId } from '../../kernel/ids.ts';
import { operationsWith, type RunningOperation, type Tools } from '../../operations/operation.ts';
import { note } from '../note-change.ts';
import { DONE, Done, type OwnWho, PageAndId, TAG } from '../own-page/member-operation.ts';
import { readStandings } from './pg-watched.ts';
import { answerWatch, lockWatchOf } from './pg-watches.ts';
import { toldOf } from './told.ts';
import type { WatchStatus } from './watch.ts';

const operation = operationsWith<object, OwnWho>().running;

export const OWN_WATCH_OPERATIONS: readonly RunningOperation<object, OwnWho>[] = [
  operation({
    method: 'POST',
    path: '/watches/:id/accept',
    operationId: 'acceptOwnWatch',
    scope: 'own page',
    tag: TAG,
    summary: 'Agree that somebody follows the own standing',
    params: PageAndId,
    answers: { 200: Done },
    refusals: [404, 'consent_by_link', 'invalid_transition'],
    run: async (tools, { who, params }) => {
      const { openedBy, isOwn } = who.session;
      // The same rule as for consent: a link, or an address that somebody else entered, may have been used by another
      // person.
      if (openedBy === 'link' || !isOwn) throw notByOthers();
      await answer(tools, who, params.id, 'active');
      return { status: 200, body: DONE };
    },
  }),
  operation({
    method: 'POST',
    path: '/watches/:id/end',
    operationId: 'endOwnWatch',
    scope: 'own page',
    tag: TAG,
    summary: 'Refuse to be followed, or end it',
    params: PageAndId,
    answers: { 200: Done },
    refusals: [404, 'invalid_transition'],
    run: async (tools, { who, params }) => {
      await answer(tools, who, params.id, 'ended');
      return { status: 200, body: DONE };
    },
  }),
];

async function answer(
  tools: Pick<Tools, 'query' | 'now'>,
  who: OwnWho,
  named: string,
  wanted: 'active' | 'ended',
): Promise<void> {
  const { id: memberId } = who.session.member;
  const id = parseId('wch', named);
  const before = id && (await lockWatchOf(tools, memberId, id));
  if (id === undefined || before === undefined) throw unknownWatch();
  const status = nextStatus(before, wanted);
  const standings = status === 'active' ? ((await readStandings(tools, [memberId])).get(memberId) ?? []) : [];
  await answerWatch(tools, id, status, { told: toldOf(standings), at: tools.now() });
  await noteAnswer(tools, who, id, status);
}

function nextStatus(before: WatchStatus, wanted: 'active' | 'ended'): WatchStatus {
  if (before === 'asked') return wanted === 'active' ? 'active' : 'declined';
  if (before === 'active' && wanted === 'ended') return 'withdrawn';
  throw new AppError('invalid_transition', {
    en: `This is \`${before}\` already. Load the page again.`,
    es: `Esto ya está en \`${before}\`. Cargue la página de nuevo.`,
  });
}

async function noteAnswer(
  tools: Pick<Tools, 'query' | 'now'>,
  who: OwnWho,
  id: WatchId,
  status: WatchStatus,
): Promise<void> {
  await note(tools, who, status === 'active' ? 'watch.accept' : 'watch.end', id, {
    member_id: who.session.member.id,
    status,
  });
}

function unknownWatch(): AppError {
  return new AppError('not_found', {
    en: 'Nobody follows you under this id.',
    es: 'Nadie le vigila con este id.',
  });
}

function notByOthers(): AppError {
  return new AppError('consent_by_link', {
    en: 'You came by a link, or by an address that others put on file, so you cannot agree to this here. Enter with a code in a browser in which you entered before.',
    es: 'Usted entró con un enlace o con un correo que otros registraron; por eso aquí no puede aceptar esto. Entre con un código en un navegador con el que ya había entrado.',
  });
}
