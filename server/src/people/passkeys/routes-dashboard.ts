/** A person's passkeys: list, add, remove, and the challenge with which one proves who is asking. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { nullable, refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { type NewId, parseId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { accountOf, actorOf, askerOf, loggedIn, sessionOf } from '../login/person.ts';
import { type NoticePorts, tellOwner } from '../mail/tell-owner.ts';
import { assertOwner, type OwnerPorts, WithFactor } from '../second-factor/factor-proof.ts';
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

const ListSchema = Type.Object({ passkeys: Type.Array(PasskeySchema) });
const NewOptionsSchema = Type.Object({ options: NewPasskeyOptions });
const ProofOptionsSchema = Type.Object({ options: PasskeyOptions });
const RemovedSchema = Type.Object({ removed: Type.Literal(true) });

const AddBody = Type.Object({ name: PasskeyName, passkey: NewPasskeyAnswer });

const AddedSchema = Type.Object({
  passkey: PasskeySchema,
  recovery_codes: Type.Unsafe<string[] | null>({
    ...nullable(Type.Array(Type.String())),
    description: 'For the first second factor of an account; shown once.',
  }),
});

export type PasskeyRoutePorts = OwnerPorts & NoticePorts & { newId: NewId; randomBytes: RandomBytes };

export function passkeyRoutes(app: App, ports: PasskeyRoutePorts, site: Site): void {
  app.get('/passkeys', { schema: { response: { 200: ListSchema } } }, async (request) => {
    const passkeys = await ports.passkeys.list(accountOf(request).id);
    return { passkeys: passkeys.map(toPasskeyRecord) };
  });
  addRoutes(app, ports, site);

  const proof = { schema: { response: { 200: ProofOptionsSchema } } };
  app.post('/passkeys/proof-options', proof, async (request) => {
    const rp = relyingParty(site);
    const challenge = await makeChallenge(ports, 'prove', { session: sessionOf(request).id });
    return { options: passkeyOptions(rp, challenge, await ports.passkeys.list(accountOf(request).id)) };
  });

  const params = Type.Object({ id: Type.String() });
  const response = { 200: RemovedSchema, ...refusals(404, 429) };
  app.post('/passkeys/:id/remove', { schema: { params, body: WithFactor, response } }, async (request) => {
    const account = accountOf(request);
    await assertOwner(ports, site, request, request.body);
    const id = parseId('passkey', request.params.id);
    const isRemoved =
      id !== undefined && (await ports.passkeys.remove(account.id, id, ports.now(), actorOf(request)));
    if (!isRemoved) throw unknownPasskey();
    tellOwner(ports, site, account, 'passkey_removed', askerOf(request));
    return { removed: true as const };
  });
}

function addRoutes(app: App, ports: PasskeyRoutePorts, site: Site): void {
  const begun = { 200: NewOptionsSchema, ...refusals(409, 429) };
  app.post('/passkeys/options', { schema: { body: WithFactor, response: begun } }, async (request) => {
    const rp = relyingParty(site);
    const { account, session } = loggedIn(request);
    await assertOwner(ports, site, request, request.body);
    const existing = await ports.passkeys.list(account.id);
    if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeys();
    // The challenge is the proof that the owner was asked: only its answer adds a passkey.
    const challenge = await makeChallenge(ports, 'add', { session: session.id });
    return { options: newPasskeyOptions(rp, account, existing, challenge) };
  });

  const added = { 201: AddedSchema, ...refusals(409) };
  app.post('/passkeys', { schema: { body: AddBody, response: added } }, async (request, reply) => {
    const { name, passkey: answer } = request.body;
    assertText('name', name, { maxChars: 60, multiline: false });
    const person = loggedIn(request);
    const { passkey, recoveryCodes } = await addPasskey(
      ports,
      relyingParty(site),
      person,
      { name, answer },
      actorOf(request),
    );
    tellOwner(ports, site, person.account, 'passkey_added', askerOf(request));
    return reply.code(201).send({ passkey: toPasskeyRecord(passkey), recovery_codes: recoveryCodes ?? null });
  });
}
