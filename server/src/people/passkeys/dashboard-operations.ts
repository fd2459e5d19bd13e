/** A person's passkeys: list, add, remove, and the challenge with which a person proves their identity. */

import { Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { type NewId, parseId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { type DevicePorts, deviceCookie } from '../login/device-cookie.ts';
import { askerOf, type LoggedIn } from '../login/person.ts';
import { type NoticePorts, tellPerson } from '../mail/tell-people.ts';
import { assertOwner, type OwnerPorts, UNLESS_OWNER, WithFactor } from '../second-factor/factor-proof.ts';
import { addPasskey } from './add-passkey.ts';
import { makeChallenge } from './challenges.ts';
import { NewPasskeyOptions, newPasskeyOptions, PasskeyOptions, passkeyOptions } from './options.ts';
import {
  MAX_PASSKEYS,
  PasskeyName,
  PasskeySchema,
  tooManyPasskeys,
  toPasskeyRecord,
  unknownPasskey,
} from './passkey.ts';
import { NewPasskeyAnswer } from './passkey-answer.ts';
import { relyingParty } from './relying-party.ts';

const AddBody = Type.Object({ name: PasskeyName, passkey: NewPasskeyAnswer });

const AddedSchema = Type.Object({
  passkey: PasskeySchema,
  recovery_codes: Type.Unsafe<string[] | null>({
    ...nullable(Type.Array(Type.String())),
    description: 'Shown once, when the passkey is the first second factor of the person.',
  }),
});

const TAG = 'Passkeys';

export type PasskeyOperationPorts = OwnerPorts &
  NoticePorts &
  DevicePorts & { newId: NewId; randomBytes: RandomBytes; site: Site };

const { acting } = operationsWith<PasskeyOperationPorts, LoggedIn>();

export const PASSKEY_OPERATIONS: readonly Operation<PasskeyOperationPorts, LoggedIn>[] = [
  acting({
    method: 'GET',
    path: '/passkeys',
    operationId: 'listPasskeys',
    scope: 'oneself',
    tag: TAG,
    summary: 'List passkeys',
    answers: { 200: Type.Object({ passkeys: Type.Array(PasskeySchema) }) },
    refusals: [],
    async act(ports, { who }) {
      const passkeys = await ports.passkeys.list(who.visit.person.id);
      return { status: 200, body: { passkeys: passkeys.map(toPasskeyRecord) } };
    },
  }),
  acting({
    method: 'POST',
    path: '/passkeys/options',
    operationId: 'beginPasskey',
    scope: 'oneself',
    tag: TAG,
    summary: 'Ask for the challenge of a new passkey',
    body: WithFactor,
    answers: { 200: Type.Object({ options: NewPasskeyOptions }) },
    refusals: [...UNLESS_OWNER, 'too_many_passkeys'],
    async act(ports, { who: { visit }, body }) {
      const { person, session } = visit;
      const rp = relyingParty(ports.site);
      await assertOwner(ports, ports.site, visit, body);
      const existing = await ports.passkeys.list(person.id);
      if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeys();
      // The challenge is the proof that the owner was asked: only its answer adds a passkey.
      const challenge = await makeChallenge(ports, 'add', { session: session.id });
      return { status: 200, body: { options: newPasskeyOptions(rp, person, existing, challenge) } };
    },
  }),
  acting({
    method: 'POST',
    path: '/passkeys',
    operationId: 'addPasskey',
    scope: 'oneself',
    tag: TAG,
    summary: 'Add a passkey',
    body: AddBody,
    answers: { 201: AddedSchema },
    refusals: ['passkeys_unavailable', 'invalid_passkey', 'too_many_passkeys'],
    async act(ports, { who: { visit, by }, body: { name, passkey: answer }, request }) {
      const { site } = ports;
      assertText('name', name, { maxChars: 60, multiline: false });
      const added = await addPasskey(ports, relyingParty(site), visit, { name, answer }, by);
      tellPerson(ports, site, visit.person, 'passkey_added', askerOf(request));
      const body = {
        passkey: toPasskeyRecord(added.passkey),
        recovery_codes: added.recoveryCodes ?? null,
      };
      const headers = { 'set-cookie': await deviceCookie(ports, site, request, visit.person.email) };
      return { status: 201, headers, body };
    },
  }),
  acting({
    method: 'POST',
    path: '/passkeys/proof-options',
    operationId: 'beginPasskeyProof',
    scope: 'oneself',
    tag: TAG,
    summary: 'Ask for the challenge that proves who is asking',
    answers: { 200: Type.Object({ options: PasskeyOptions }) },
    refusals: ['passkeys_unavailable'],
    async act(ports, { who }) {
      const rp = relyingParty(ports.site);
      const challenge = await makeChallenge(ports, 'prove', { session: who.visit.session.id });
      const passkeys = await ports.passkeys.list(who.visit.person.id);
      return { status: 200, body: { options: passkeyOptions(rp, challenge, passkeys) } };
    },
  }),
  acting({
    method: 'POST',
    path: '/passkeys/:id/remove',
    operationId: 'removePasskey',
    scope: 'oneself',
    tag: TAG,
    summary: 'Remove a passkey',
    params: Type.Object({ id: Type.String() }),
    body: WithFactor,
    answers: { 200: Type.Object({ removed: Type.Literal(true) }) },
    refusals: [404, ...UNLESS_OWNER],
    async act(ports, { who: { visit, by }, params, body, request }) {
      const { person } = visit;
      await assertOwner(ports, ports.site, visit, body);
      const id = parseId('passkey', params.id);
      const isRemoved = id !== undefined && (await ports.passkeys.remove(person.id, id, ports.now(), by));
      if (!isRemoved) throw unknownPasskey();
      tellPerson(ports, ports.site, person, 'passkey_removed', askerOf(request));
      const headers = { 'set-cookie': await deviceCookie(ports, ports.site, request, person.email) };
      return { status: 200, headers, body: { removed: true } };
    },
  }),
];
