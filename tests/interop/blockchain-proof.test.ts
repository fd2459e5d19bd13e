import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type {
  BlockchainProof,
  EthereumAnchor,
  OpenTimestampsAnchor,
} from '../../proof/src/anchors/blockchain-proof.ts';
import { decodeBlockHeader } from '../../proof/src/anchors/ethereum.ts';
import { encodeOtsExport } from '../../proof/src/anchors/ots-export.ts';
import { encodeProofXml } from '../../proof/src/anchors/proof-xml.ts';
import { encodeHex, encodeUtf8 } from '../../proof/src/encoding/bytes.ts';
import { makeBitcoinAnchor, makeEthereumAnchor, makeSample, type Sample } from '../harness/sample-proof.ts';

const SCHEMA = fileURLToPath(new URL('../../docs/blockchain-proof-1.xsd', import.meta.url));
const VERIFIER = fileURLToPath(new URL('./verify_blockchain_proof.py', import.meta.url));
const OTS_READER = fileURLToPath(new URL('./read_ots.py', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'sello-proof-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function store(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

function run(program: string, args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const validate = (...files: string[]) => run('xmllint', ['--noout', '--nonet', '--schema', SCHEMA, ...files]);
const verify = (...args: string[]) => run('/usr/bin/python3', [VERIFIER, ...args]);

const small = await makeSample();
const full = await makeSample({
  leaves: 1000,
  index: 437,
  anchors: (log) => [
    makeEthereumAnchor(log, { transactions: 200, chainId: 1, trust: 'public', treeSize: 800 }),
    makeEthereumAnchor(log, { transactions: 1 }),
    makeBitcoinAnchor(log),
  ],
});
const pending = await makeSample({ status: 'pending', anchors: () => [] });
const [smallAnchor] = small.proof.anchors as [EthereumAnchor];
const downgraded: BlockchainProof = {
  ...small.proof,
  anchors: [
    {
      ...smallAnchor,
      inclusion: { type: 'none', reason: 'blocks of this chain are hashed "otherwise" & <so on>' },
    },
  ],
};

test('every kind of proof is valid under the published schema', () => {
  const proofs = { small: small.proof, full: full.proof, pending: pending.proof, downgraded };
  const files = Object.entries(proofs).map(([name, proof]) => store(`${name}.xml`, encodeProofXml(proof)));
  expect(validate(...files)).toMatchObject({ status: 0 });
});

test('the schema refuses what the reader refuses as malformed', () => {
  const xml = Buffer.from(encodeProofXml(small.proof)).toString();
  const changes = [
    xml.replace('proof:1"', 'proof:2"'),
    xml.replace(' trust="operator"', ''),
    xml.replace('<Document>', '<Extra/><Document>'),
    xml.replace('534c4f31', '534C4F31'),
    xml.replace('leafIndex="2"', 'leafIndex="02"'),
    xml.replace('status="final"', 'status="done"'),
  ];
  for (const [i, change] of changes.entries()) {
    expect(change).not.toBe(xml);
    expect(validate(store(`shape-${i}.xml`, encodeUtf8(change))).status).not.toBe(0);
  }
});

function keyAndDocument({ proof, vkey }: Sample): string[] {
  const { fileSha256, tokenSha256 } = proof.document;
  return ['--log-key', vkey, '--sha256', encodeHex(fileSha256!), '--token-sha256', encodeHex(tokenSha256)];
}

/** The first line of the answer, without the file's name. */
const answer = (...args: string[]) => {
  const { status, output } = verify(...args);
  return { status, said: output.split('\n', 1)[0]?.replace(/^[^:]*: /, '') };
};

test('a program in another language, written from the specification alone, gives the same three verdicts', () => {
  const file = store('verdict.xml', encodeProofXml(full.proof));
  const signed = { status: 0, said: 'valid (signed by the log with key 8c20f99a)' };
  expect(answer(...keyAndDocument(full), file)).toEqual(signed);
  expect(answer(file)).toEqual({ status: 3, said: 'unconfirmed (consistent, nobody vouches)' });
  for (const { block } of full.proof.anchors) {
    const trusted = { status: 0, said: 'valid (in a trusted block)' };
    expect(answer('--trusted-block', encodeHex(block.hash), file)).toEqual(trusted);
  }
  expect(answer('--trusted-block', '00'.repeat(32), file)).toMatchObject({ status: 1 });
  expect(answer('--sha256', '00'.repeat(32), file).said).toBe(
    'invalid (the proof is about another document)',
  );
  const document = store('document.txt', encodeUtf8('hola\n'));
  expect(answer('--file', document, file).status).toBe(3);
  const waiting = store('waiting.xml', encodeProofXml(pending.proof));
  expect(answer(waiting)).toEqual({ status: 3, said: 'unconfirmed (no chain has it yet)' });
  expect(answer('--log-key', pending.vkey, waiting).status).toBe(3);
  const ending = store('ending.xml', encodeProofXml(downgraded));
  expect(answer('--trusted-block', encodeHex(smallAnchor.block.hash), ending).status).toBe(1);
  // With several proofs the worst verdict counts; a call without any proof is wrong usage.
  expect(verify(...keyAndDocument(full), file, waiting).status).toBe(3);
  expect(verify(file, waiting, document).status).toBe(1);
  expect(verify().status).toBe(2);
  expect(verify(file).output).toContain('  claimed by the proof: anchor 1.trust public\n');
});

test('Debian’s OpenTimestamps reads our export and computes the same Merkle roots', () => {
  const file = store('export.ots', encodeOtsExport(full.proof)!);
  const { status, output } = run('/usr/bin/python3', [OTS_READER, file]);
  expect(status, output).toBe(0);
  const [mainnet, embedded, bitcoin] = full.proof.anchors as [
    EthereumAnchor,
    EthereumAnchor,
    OpenTimestampsAnchor,
  ];
  const rootOf = ({ inclusion }: EthereumAnchor): string =>
    inclusion.type === 'mpt' ? encodeHex(decodeBlockHeader(inclusion.header).transactionsRoot) : '';
  const { digest, written_again_the_same, attestations } = JSON.parse(output);
  expect(digest).toBe(encodeHex(full.proof.document.fileSha256!));
  expect(written_again_the_same).toBe(true);
  expect(attestations).toHaveLength(3);
  expect(attestations).toEqual(
    expect.arrayContaining([
      { kind: 'EthereumBlockHeaderAttestation', height: 1234, message: rootOf(mainnet) },
      { kind: 'UnknownAttestation', height: null, message: rootOf(embedded) },
      {
        kind: 'BitcoinBlockHeaderAttestation',
        height: 900_000,
        message: encodeHex(bitcoin.header!.subarray(36, 68)),
      },
    ]),
  );
});
