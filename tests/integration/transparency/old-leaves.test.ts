/** Certificates from before the log published entries, together with later ones. */

import {
  acr2SeProfile,
  decodeProofXml,
  decodeTimestampResponse,
  type LeafScheme,
  leafHash,
  readBundle,
  verifyEvidence,
} from '@sello/proof';
import { beforeAll, expect, test } from 'vitest';
import { openAnchoredSello } from '../../harness/anchored-sello.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { forFile } from '../../harness/for-file.ts';
import { nodeEngine } from '../../harness/node-engine.ts';
import { askPython } from '../../harness/python-verifier.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let older: string;
let newer: string;
const world = forFile(() => openAnchoredSello('when sent'));
beforeAll(async () => {
  older = await certifyAsBefore();
  newer = await world.certify();
  await world.anchor();
});

const query = (text: string, params: unknown[] = []) => world.sello.database.query(text, params);

/** What a server of an earlier version leaves: a leaf of the first form, and no entry in the queue. */
async function certifyAsBefore(): Promise<string> {
  const { sello, caller } = world;
  const { id } = await sello.certify(caller.key, 'Un contrato de antes.');
  const [row] = await query(
    `select c.ticket, c.sha256, t.salt, t.tsr from certificates c
       join certificate_tokens t on t.certificate_id = c.id where c.id = $1`,
    [id],
  );
  const { ticket, sha256, salt, tsr } = row as Record<'ticket' | 'sha256' | 'salt' | 'tsr', Buffer>;
  const tokenSha256 = await nodeEngine.digest('SHA-256', decodeTimestampResponse(tsr).token!.der);
  const leaf = await leafHash(nodeEngine, 'SELLO-LEAF-v1', { salt, fileSha256: sha256, tokenSha256 });
  await query('update certificate_tokens set leaf_hash = $1 where certificate_id = $2', [leaf, id]);
  await query('update log_queue set leaf_hash = $1, entry = null where id = $2', [leaf, ticket]);
  await sello.sequence();
  return id;
}

const bundleOf = (path: string) => world.sello.call('GET', `/log/tile/entries/${path}`);

async function expectProof(id: string, scheme: LeafScheme): Promise<void> {
  const { bytes: xml } = await world.proof(id);
  expect(decodeProofXml(xml).leaf.scheme).toBe(scheme);
  const logKeys = [world.sello.identity.vkey];
  const { verdict } = await verifyEvidence(nodeEngine, { xml, logKeys }, [acr2SeProfile()]);
  const [python] = await askPython([{ xml, logKeys }]);
  expect([verdict, python?.verdict]).toEqual(['valid', 'valid']);
  // The same leaf in the other formats.
  const tlog = (await world.proof(id, 'type=blockchain&format=tlog')).text;
  const extra = Buffer.from(/^extra (.+)$/m.exec(tlog)?.[1] ?? '', 'base64');
  expect(extra.length).toBe(scheme === 'SELLO-LEAF-v1' ? 64 : 78);
  expect((await world.proof(id, 'type=blockchain&format=ots')).status).toBe(200);
  const zip = await world.proof(id, 'type=bundle&format=raw');
  expect(Buffer.from(readBundle(zip.bytes).xml ?? []).equals(xml)).toBe(true);
}

test('each has a proof of its own form, which every verifier accepts', async () => {
  await expectProof(older, 'SELLO-LEAF-v1');
  await expectProof(newer, 'SELLO-LEAF-v2');
});

test('the check finds nothing wrong with either', async () => {
  expect(await fsck(world)).toMatchObject({ holds: true, findings: [] });
});

test('a bundle that contains an old leaf is not published, a later one is', async () => {
  expect((await bundleOf('000.p/1')).status).toBe(404);
  expect((await bundleOf('000.p/2')).status).toBe(404);
  expect(await world.sello.ports.merkleLog.readEntries(0, 2)).toBeUndefined();
});

test('an entry that an older sequencer dropped is found missing, and derived again', async () => {
  const sello = await openTestSello();
  try {
    const caller = await sello.newAccount();
    const ids = [];
    for (const content of ['Uno.', 'Dos.', 'Tres.']) ids.push((await sello.certify(caller.key, content)).id);
    await sello.database.query(`update log_queue set entry = null where id = 2`, [], 'drop');
    await sello.sequence();
    const status = async () => (await sello.call('GET', '/log/tile/entries/000.p/3')).status;
    expect(await status()).toBe(404);
    expect((await fsck({ sello })).findings).toEqual([
      expect.objectContaining({
        code: 'entry_differs',
        where: `${caller.account.id} ${ids[1]}`,
        repair: 'log',
      }),
    ]);
    expect((await fsck({ sello }, { repair: true })).holds).toBe(true);
    expect(await status()).toBe(200);
  } finally {
    await sello.close();
  }
});
