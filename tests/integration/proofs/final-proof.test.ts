import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AnchorVerifyOptions, verifyBlockchainProof } from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { nodeEngine } from '../../harness/node-engine.ts';
import { API } from '../../harness/test-sello.ts';

const SCHEMA = fileURLToPath(new URL('../../../docs/blockchain-proof-1.xsd', import.meta.url));
const VERIFIER = fileURLToPath(new URL('../../interop/verify_blockchain_proof.py', import.meta.url));

let world: AnchoredSello;
let folder: string;
const ids: string[] = [];
const xml = new Map<string, Buffer>();
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-proofs-'));
  world = await openAnchoredSello();
  // Four anchors, over trees whose sizes are not all powers of two.
  for (const count of [1, 2, 4, 1]) {
    for (let i = 0; i < count; i += 1) ids.push(await world.certify());
    await world.anchorAndMine();
  }
  for (const id of ids) {
    const { status, bytes } = await world.proof(id);
    expect(status).toBe(200);
    xml.set(id, bytes);
    await writeFile(path.join(folder, `${id}.xml`), bytes);
  }
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const files = () => ids.map((id) => path.join(folder, `${id}.xml`));

test('P14 a final proof verifies offline, and is on the chain given a trusted block', async () => {
  const vkey = (await world.sello.call('GET', '/log/key')).text.trimEnd();
  for (const id of ids) {
    const { file, blockchain } = await world.record(id);
    const document = { fileSha256: Buffer.from(file.sha256, 'hex') };
    const offline = { logKeys: [vkey] };
    const verdictWith = async (options: AnchorVerifyOptions) =>
      (await verifyBlockchainProof(nodeEngine, xml.get(id)!, document, options)).verdict;
    expect(await verdictWith(offline)).toBe('consistent');
    const hash = Uint8Array.from(Buffer.from(blockchain.block_hash.slice(2), 'hex'));
    expect(await verdictWith({ ...offline, trustedBlocks: [{ hash }] })).toBe('on_chain');
    const elsewhere = [{ hash: new Uint8Array(32) }];
    expect(await verdictWith({ ...offline, trustedBlocks: elsewhere })).toBe('not_on_chain');
  }
});

test('P14 final proofs are valid under the published schema', () => {
  const args = ['--noout', '--nonet', '--schema', SCHEMA, ...files()];
  const { status, stderr } = spawnSync('xmllint', args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

test('P14 a program in another language that shares no code with ours agrees', () => {
  const { vkey } = world.sello.identity;
  const args = [VERIFIER, '--log-key', vkey, ...files()];
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', args, { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  const said = `valid (signed by the log with key ${vkey.split('+')[1]})`;
  expect(stdout.trim().split('\n')).toEqual(files().map((file) => `${file}: ${said}`));
});

test('P14 a final proof is the same bytes at every request, in every process, whatever is anchored later', async () => {
  const other = await world.sello.another();
  await world.certify();
  await world.anchorAndMine();
  for (const id of ids) {
    expect((await world.proof(id)).bytes.equals(xml.get(id)!)).toBe(true);
    const url = `${API}/certificates/${id}/proof?type=blockchain&format=raw`;
    const { bytes } = await other.call('GET', url, { key: world.caller.key });
    expect(bytes.equals(xml.get(id)!)).toBe(true);
  }
});

test('P14 a proof that was not stored is made again with the same bytes', async () => {
  await world.sello.database.query('delete from certificate_proofs', [], 'forget');
  for (const id of ids) expect((await world.proof(id)).bytes.equals(xml.get(id)!)).toBe(true);
});

test('P14 processes that make the same proof at once return the same bytes', async () => {
  await world.sello.database.query('delete from certificate_proofs', [], 'forget-again');
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.proof(ids[3]!)));
  for (const { bytes } of answers) expect(bytes.equals(xml.get(ids[3]!)!)).toBe(true);
});

test('a proof that would not verify is never given out', async () => {
  const id = await world.certify();
  await world.anchorAndMine();
  await world.sello.database.query(
    `update certificate_tokens set salt = decode(repeat('00', 32), 'hex') where certificate_id = $1`,
    [id],
    'damage',
  );
  expect((await world.proof(id)).status).toBe(500);
  expect(
    await world.sello.database.query(
      'select from certificate_proofs where certificate_id = $1',
      [id],
      'kept',
    ),
  ).toEqual([]);
});
