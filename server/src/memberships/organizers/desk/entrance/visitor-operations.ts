/** The operations to enter and leave an organiser's desk. */

import { Type } from 'typebox';
import { assertText } from '../../../../http/text-rules.ts';
import { type ActingOperation, operationsWith } from '../../../../operations/operation.ts';
import { originOf } from '../../../../people/login/person.ts';
import { type EntrancePorts, enterByCode } from '../../../own-page/entrance/enter-by-code.ts';
import { Email, ENTERING, entranceAt } from '../../../own-page/entrance/entrance-operations.ts';
import { councilOf } from '../../../own-page/member-operation.ts';
import { DESK_TAG } from '../desk-operation.ts';
import { deskSessionOf } from './desk-session.ts';
import { ORGANIZERS } from './enter-desk.ts';
import { ORGANIZER_COOKIES } from './organizer-cookies.ts';
import { closeDeskSession } from './pg-desk-sessions.ts';

const EntryBody = Type.Object({
  email: Email,
  code: Type.String({ maxLength: 20 }),
  organizer_id: Type.Optional(Type.String({ maxLength: 40 })),
});

const EntryAnswer = Type.Object(
  {
    opened: Type.Boolean(),
    choose: Type.Array(Type.Object({ organizer_id: Type.String(), name: Type.String() }), {
      description: 'If the address is of several organisers: send the same code with one of these.',
    }),
  },
  { title: 'DeskEntry' },
);

const { mailCode, leave, giveCookie } = entranceAt({
  tag: DESK_TAG,
  operationIds: { mailCode: 'mailDeskCode', leave: 'leaveDesk' },
  cookies: ORGANIZER_COOKIES,
  entrants: ORGANIZERS,
  findSession: deskSessionOf,
  closeSession: closeDeskSession,
});

const enterDesk = operationsWith<EntrancePorts, undefined>().acting({
  ...ENTERING,
  operationId: 'enterDesk',
  tag: DESK_TAG,
  summary: 'Enter with a code',
  body: EntryBody,
  answers: { 200: EntryAnswer },
  act: async (ports, asked) => {
    const { params, body, baseUrl, request } = asked;
    const { accountId } = await councilOf(ports.records, params);
    const { email, code, organizer_id: chosenId } = body;
    assertText('email', email, { maxChars: 254, multiline: false });
    const browser = ORGANIZER_COOKIES.readBrowser(request.headers.cookie, baseUrl);
    const given = { email, code, chosenId, browser };
    const found = await enterByCode(ports, ORGANIZERS, accountId, given, originOf(request));
    if ('choose' in found) {
      const choices = found.choose.map(({ id, name }) => ({ organizer_id: id, name }));
      return { status: 200, body: { opened: false, choose: choices } };
    }
    return giveCookie(ports, asked, accountId, found);
  },
});

export const DESK_ENTRANCE_OPERATIONS: readonly ActingOperation<EntrancePorts, undefined>[] = [
  mailCode,
  enterDesk,
  leave,
];
