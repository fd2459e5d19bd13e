import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openAnchoredSello)
  /** Every format gives the same refusal, in the requested language. */
  .extend(
    'expectNotReady',
    ({ world }) =>
      async (id: string, english: string, spanish: string): Promise<void> => {
        for (const format of ['', '&format=json', '&format=raw', '&format=ots', '&format=tlog']) {
          const query = `type=blockchain${format}`;
          const answer = await world.proof(id, query);
          const message = expectRefusal(answer, 409, 'proof_not_ready');
          expect(message).toContain(english);
          expect(message).toContain('time stamp is valid already');
          expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
          const translated = await world.proof(id, query, { 'accept-language': 'es' });
          expect(expectRefusal(translated, 409, 'proof_not_ready')).toContain(spanish);
          expect(translated.body.message).toContain('aún no está lista');
        }
      },
  );

test('while a certificate waits, the refusal names what it waits for', async ({ world, expectNotReady }) => {
  const { sello, caller, chain, driver } = world;
  const { id } = await sello.certify(caller.key);
  await expectNotReady(id, 'waits for its place in the log', 'espera su lugar en el registro público');
  await sello.sequence();
  await expectNotReady(
    id,
    'waits for the next anchoring transaction',
    'espera que se mine la próxima transacción',
  );
  await world.anchor();
  await expectNotReady(
    id,
    'waits for the next anchoring transaction',
    'espera que se mine la próxima transacción',
  );
  driver.isFinalityHeld = true;
  await chain.mine();
  await world.anchor();
  const { block_number: number } = (await world.record(id)).blockchain;
  await expectNotReady(
    id,
    `is in block ${number} (1 confirmations), which is not final yet`,
    `está en el bloque ${number} (1 confirmaciones), que aún no es definitivo`,
  );
  driver.isFinalityHeld = false;
  await world.anchor();
  expect((await world.proof(id)).status).toBe(200);
});

test('the other proofs do not wait for the chain', async ({ world }) => {
  const { id } = await world.sello.certify(world.caller.key);
  for (const type of ['file', 'nom151', 'bundle']) {
    expect((await world.proof(id, `type=${type}`)).status).toBe(200);
  }
});
