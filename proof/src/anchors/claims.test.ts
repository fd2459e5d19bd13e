import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { makeBitcoinAnchor, makeEthereumAnchor, makeSample } from '../../../tests/harness/sample-proof.ts';
import { verifyBlockchainProof } from './anchor-verify.ts';
import type { Anchor, BlockchainProof, EthereumAnchor, OpenTimestampsAnchor } from './blockchain-proof.ts';
import { networkKind, networkName } from './networks.ts';
import { encodeProofXml } from './proof-xml.ts';

const sample = await makeSample({
  leaves: 12,
  index: 9,
  anchors: (log) => [
    makeEthereumAnchor(log, { chainId: 1, trust: 'public', treeSize: 11 }),
    makeBitcoinAnchor(log),
  ],
});
const [ethereum, bitcoin] = sample.proof.anchors as [EthereumAnchor, OpenTimestampsAnchor];

async function judge(
  changes: Partial<BlockchainProof>,
  options: Parameters<typeof verifyBlockchainProof>[3] = {},
) {
  const xml = encodeProofXml({ ...sample.proof, ...changes });
  return await verifyBlockchainProof(nodeEngine, xml, {}, options);
}

const named = ({ claims }: Awaited<ReturnType<typeof judge>>) =>
  claims.map(({ name, anchor }) => (anchor === undefined ? name : `${name} ${anchor}`));

describe('P53 statements that nothing confirms are listed as claimed', () => {
  test('in a proof that leads to its blocks', async () => {
    expect(named(await judge({}))).toEqual([
      'certificate_id',
      'log_name',
      'log_place',
      'status',
      'trust 1',
      'anchor_status 1',
      'finality 1',
      'tree_size 1',
      'trust 2',
      'anchor_status 2',
      'finality 2',
      'network 2',
      'tree_size 2',
    ]);
  });

  test('a key of the log binds its name and size, a trusted block the network', async () => {
    const confirmed = await judge(
      {},
      { logKeys: [sample.vkey], trustedBlocks: [{ hash: bitcoin.block.hash }] },
    );
    expect(confirmed.verdict).toBe('on_chain');
    for (const name of ['log_name', 'log_place', 'tree_size 2']) expect(named(confirmed)).not.toContain(name);
    expect(named(confirmed)).toContain('tree_size 1');
    expect(named(confirmed)).not.toContain('network 2');
    expect(confirmed.shown).toEqual(['consistent', 'confirmed']);
  });

  test('without a header, the whole block', async () => {
    const anchors: Anchor[] = [
      { ...ethereum, inclusion: { type: 'none', reason: 'QBFT' } },
      { ...bitcoin, header: undefined },
    ];
    const verdict = await judge({ anchors });
    expect(verdict.shown).toEqual(['claimed', 'claimed']);
    for (const name of ['block_hash', 'block_number', 'block_time'])
      for (const anchor of [1, 2]) expect(named(verdict)).toContain(`${name} ${anchor}`);
    expect(named(verdict)).toContain('transaction_index 1');
    expect(verdict.warnings.map(({ code }) => code)).toEqual(['inclusion_not_shown', 'inclusion_not_shown']);
  });

  test('with their values', async () => {
    const { claims } = await judge({ certificate: { ...sample.proof.certificate, id: 'cert_other' } });
    expect(claims[0]).toEqual({ name: 'certificate_id', value: 'cert_other' });
  });
});

test('whether a network is public is the verifier’s own knowledge, whatever the proof says of it', async () => {
  const anchored = async (chainId: number, trust: Anchor['trust']) => {
    const { proof } = await makeSample({ anchors: (log) => [makeEthereumAnchor(log, { chainId, trust })] });
    const trustedBlocks = proof.anchors.map(({ block }) => ({ hash: block.hash }));
    const verdict = await verifyBlockchainProof(nodeEngine, encodeProofXml(proof), {}, { trustedBlocks });
    return {
      independent: verdict.witnesses.map(({ independent }) => independent),
      warnings: verdict.warnings.map(({ code }) => code),
    };
  };
  expect(await anchored(1, 'operator')).toEqual({ independent: [true], warnings: [] });
  expect(await anchored(1337, 'operator')).toEqual({ independent: [false], warnings: ['operator_chain'] });
  expect(await anchored(1337, 'permissioned')).toEqual({
    independent: [false],
    warnings: ['permissioned_chain'],
  });
  expect(await anchored(1337, 'public')).toEqual({ independent: [false], warnings: ['unknown_network'] });
  expect(await anchored(11_155_111, 'public')).toEqual({ independent: [false], warnings: ['test_network'] });
  expect([networkKind('eip155:1'), networkName('eip155:1')]).toEqual(['public', 'Ethereum']);
  expect([networkKind('eip155:01'), networkName('eip155:01')]).toEqual(['unknown', undefined]);
});

describe('P53 a block is never earlier than the time stamp that it holds', () => {
  const STAMPED_AT = new Date('2026-03-01T12:00:00.250Z');
  const outcomeOf = async (kind: 'ethereum' | 'bitcoin', earlierBySeconds: number) => {
    const timeSeconds = Math.floor(STAMPED_AT.getTime() / 1000) - earlierBySeconds;
    const { proof } = await makeSample({
      anchors: (log) =>
        kind === 'ethereum'
          ? [makeEthereumAnchor(log, { timeSeconds })]
          : [{ ...makeBitcoinAnchor(log), header: undefined }].map((anchor) => ({
              ...anchor,
              block: { ...anchor.block, timeSeconds },
            })),
    });
    const expected = { stampedAt: STAMPED_AT };
    const { verdict, checks } = await verifyBlockchainProof(nodeEngine, encodeProofXml(proof), expected);
    expect(verdict === 'inconsistent').toBe(checks.some(({ outcome }) => outcome === 'fail'));
    return checks.find(({ name }) => name === 'time_order')?.outcome;
  };

  test.each([
    ['ethereum', 600],
    ['bitcoin', 7500],
  ] as const)(
    'beyond what the clocks of %s and the provider may be off, %i seconds',
    async (kind, tolerance) => {
      expect(await outcomeOf(kind, -365 * 86_400)).toBe('pass');
      expect(await outcomeOf(kind, 0)).toBe('pass');
      expect(await outcomeOf(kind, tolerance)).toBe('pass');
      expect(await outcomeOf(kind, tolerance + 1)).toBe('fail');
      expect(await outcomeOf(kind, 365 * 86_400)).toBe('fail');
    },
  );
});
