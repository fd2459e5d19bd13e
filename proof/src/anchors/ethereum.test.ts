import { describe, expect, test } from 'vitest';
import { readVector } from '../../../tests/harness/read-vector.ts';
import { makeEthereumAnchor, makeSample } from '../../../tests/harness/sample-proof.ts';
import { keccak256 } from '../crypto/keccak.ts';
import { encodeHex, encodeUtf8, parseHex } from '../encoding/bytes.ts';
import { encodeNumber, encodeRlp, type RlpItem } from '../encoding/rlp.ts';
import { commitsTo, decodeBlockHeader, decodeTransaction, encodeCommitment } from './ethereum.ts';
import { encodeRpcHeader, encodeRpcTransaction, proveRpcTransaction } from './ethereum-rpc.ts';
import { buildTransactionsTrie, findProvenTransaction } from './merkle-patricia.ts';

type RpcTransaction = {
  hash: string;
  to: string | null;
  input: string;
  nonce: string;
  value: string;
  type: string;
};
type RpcBlock = {
  hash: string;
  number: string;
  timestamp: string;
  transactionsRoot: string;
  transactions: RpcTransaction[];
};

const readJson = (name: string): unknown =>
  JSON.parse(Buffer.from(readVector(`ethereum/${name}.json`)).toString());
const hex = (value: string): Uint8Array => parseHex(value.slice(2))!;

const BLOCKS = [
  ...['mainnet-2000004', 'mainnet-2924874', 'mainnet-14151203', 'mainnet-15571241'],
  ...['goerli-1000000', 'goerli-5102442', 'goerli-10536893'],
];

describe.each(BLOCKS)('the real block %s', (name) => {
  const block = readJson(name) as RpcBlock;
  const raws = block.transactions.map(encodeRpcTransaction);

  test('its header has its hash', () => {
    const header = decodeBlockHeader(encodeRpcHeader(block));
    expect(`0x${encodeHex(header.hash)}`).toBe(block.hash);
    expect(`0x${encodeHex(header.transactionsRoot)}`).toBe(block.transactionsRoot);
    expect([header.number, header.timeSeconds]).toEqual([Number(block.number), Number(block.timestamp)]);
  });

  test('its transactions are read as the node shows them', () => {
    for (const [i, transaction] of block.transactions.entries()) {
      const read = decodeTransaction(raws[i]!);
      expect(`0x${encodeHex(read.hash)}`).toBe(transaction.hash);
      expect(read.to === undefined ? null : `0x${encodeHex(read.to)}`).toBe(transaction.to);
      expect(`0x${encodeHex(read.input)}`).toBe(transaction.input);
      expect(raws[i]!.subarray(read.inputOffset, read.inputOffset + read.input.length)).toEqual(read.input);
      expect([read.type, read.nonce, read.value]).toEqual([
        ...[Number(transaction.type), BigInt(transaction.nonce), BigInt(transaction.value)],
      ]);
    }
  });

  test('every transaction is proven under transactionsRoot, and under no other index or root', () => {
    const trie = buildTransactionsTrie(raws);
    expect(`0x${encodeHex(trie.root)}`).toBe(block.transactionsRoot);
    for (const [i, raw] of raws.entries()) {
      const nodes = trie.prove(i);
      expect(findProvenTransaction(trie.root, i, nodes)).toEqual(raw);
      expect(findProvenTransaction(trie.root, i + 1, nodes)).toBeUndefined();
      expect(findProvenTransaction(keccak256(trie.root), i, nodes)).toBeUndefined();
      expect(findProvenTransaction(trie.root, i, nodes.slice(0, -1))).toBeUndefined();
      expect(findProvenTransaction(trie.root, i, [...nodes, nodes[0]!])).toBeUndefined();
    }
  });

  test('what a node answers becomes a proof', () => {
    const index = block.transactions.length - 1;
    const proven = proveRpcTransaction(block, hex(block.transactions[index]!.hash));
    expect(proven.transactionIndex).toBe(index);
    expect(`0x${encodeHex(proven.blockHash)}`).toBe(block.hash);
    expect(proven.inclusion).toMatchObject({ type: 'mpt', nodes: buildTransactionsTrie(raws).prove(index) });
  });
});

test('a header with withdrawals has its hash', () => {
  const block = readJson('header-8705029-with-withdrawals') as RpcBlock;
  expect(`0x${encodeHex(decodeBlockHeader(encodeRpcHeader(block)).hash)}`).toBe(block.hash);
});

test.each([
  [
    'an access-list transaction (EIP-2930)',
    'eip2930-transaction',
    { type: 1, chainId: 0x796f6c6f763378n, value: 1n },
  ],
  ['a set-code transaction (EIP-7702)', 'eip7702-transaction', { type: 4, chainId: 1n, nonce: 0n }],
])('%s is encoded as other libraries do it', (_, name, expected) => {
  const { transaction, raw } = readJson(name) as { transaction: RpcTransaction; raw: string };
  expect(`0x${encodeHex(encodeRpcTransaction(transaction))}`).toBe(raw);
  expect(decodeTransaction(hex(raw))).toMatchObject(expected);
});

test('tries of every size up to 300 prove their last transaction, on both sides of each change of key length', () => {
  const raws = Array.from({ length: 300 }, (_, i) => encodeUtf8(`transaction ${i}`));
  for (const size of [1, 2, 15, 16, 17, 127, 128, 129, 130, 255, 256, 257, 300]) {
    const trie = buildTransactionsTrie(raws.slice(0, size));
    for (const index of [0, size >> 1, size - 1]) {
      // Nodes with values this short are embedded in their parents.
      expect(findProvenTransaction(trie.root, index, trie.prove(index))).toEqual(raws[index]);
    }
  }
  expect(encodeHex(buildTransactionsTrie([]).root)).toBe(
    '56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  );
  expect(() => buildTransactionsTrie(raws).prove(300)).toThrow('no transaction 300');
});

test('no changed octet of a proof is accepted', () => {
  const block = readJson('mainnet-14151203') as RpcBlock;
  const trie = buildTransactionsTrie(block.transactions.map(encodeRpcTransaction));
  const nodes = trie.prove(3);
  for (const [n, node] of nodes.entries()) {
    for (let i = 0; i < node.length; i += 7) {
      const changed = Uint8Array.from(node, (byte, at) => (at === i ? byte ^ 0x10 : byte));
      expect(findProvenTransaction(trie.root, 3, nodes.with(n, changed))).toBeUndefined();
    }
  }
});

describe('a chain that does not follow the generic rule yields a reason', () => {
  const block = readJson('mainnet-2000004') as RpcBlock;
  const hash = hex(block.transactions[0]!.hash);
  const reasonFor = (changed: object): unknown =>
    proveRpcTransaction({ ...block, ...changed }, hash).inclusion;

  test('another header hash, as QBFT has', () => {
    expect(reasonFor({ hash: `0x${'ab'.repeat(32)}` })).toEqual({
      type: 'none',
      reason: 'the hash of the block is not Keccak-256 over its header',
    });
  });

  test('a listed transaction that is not under the root, as Polygon has', () => {
    expect(reasonFor({ transactions: [...block.transactions, block.transactions[0]] })).toEqual({
      type: 'none',
      reason: 'the listed transactions do not give the transactions root',
    });
  });

  test('a transaction type of a rollup', () => {
    const deposit = { ...block.transactions[1]!, type: '0x7e' };
    expect(reasonFor({ transactions: [block.transactions[0], deposit] })).toEqual({
      type: 'none',
      reason: 'transactions of type 126 are not known',
    });
  });

  test('a transaction whose hash is not its own', () => {
    const strange = { ...block.transactions[1]!, hash: `0x${'cd'.repeat(32)}` };
    expect(reasonFor({ transactions: [block.transactions[0], strange] })).toMatchObject({ type: 'none' });
  });

  test.each([null, [], 'block', {}, { ...block, transactions: null }, { ...block, transactions: ['0x12'] }])(
    'garbage is an error: %#',
    (answer) => {
      expect(() => proveRpcTransaction(answer, hash)).toThrow(
        expect.objectContaining({ code: 'ethereum_malformed' }),
      );
    },
  );

  test('a block without the transaction is an error', () => {
    expect(() => proveRpcTransaction(block, new Uint8Array(32))).toThrow('does not list');
  });
});

test('the commitment is the whole calldata: magic and root', async () => {
  const { proof } = await makeSample();
  const { path, transaction } = makeEthereumAnchor({ size: 7, pathAt: () => proof.anchors[0]!.path });
  const read = decodeTransaction(transaction.raw);
  expect(encodeHex(read.input)).toBe(`534c4f31${encodeHex(path.root)}`);
  expect(read).toMatchObject({ type: 2, chainId: 1337n, value: 0n });
  expect(commitsTo(read, path.root)).toBe(true);
  expect(commitsTo(read, read.hash)).toBe(false);
  expect(commitsTo({ ...read, input: Uint8Array.of(...read.input, 0) }, path.root)).toBe(false);
  expect(() => encodeCommitment(new Uint8Array(31))).toThrow('32 bytes');
});

describe('a malformed header or transaction is refused', () => {
  const fields = Array.from({ length: 15 }, (): RlpItem => new Uint8Array(32).fill(1));
  test.each([
    ['a string for a header', () => decodeBlockHeader(encodeRlp(encodeUtf8('no header')))],
    ['fourteen fields', () => decodeBlockHeader(encodeRlp(fields.slice(1)))],
    ['a list for a root', () => decodeBlockHeader(encodeRlp(fields.with(4, [])))],
    ['a short root', () => decodeBlockHeader(encodeRlp(fields.with(4, new Uint8Array(31))))],
    ['a number of 256 bits', () => decodeBlockHeader(encodeRlp(fields))],
    ['an empty transaction', () => decodeTransaction(new Uint8Array(0))],
    ['type 0 in an envelope', () => decodeTransaction(Uint8Array.of(0, 0xc0))],
    ['an unknown type', () => decodeTransaction(Uint8Array.of(5, 0xc0))],
    ['a string for a transaction', () => decodeTransaction(Uint8Array.of(0x80))],
    ['too few fields', () => decodeTransaction(Uint8Array.of(2, 0xc0))],
    [
      'a recipient of 19 octets',
      () => decodeTransaction(encodeRlp(Array.from({ length: 9 }, () => new Uint8Array(19).fill(7)))),
    ],
    [
      'a list for the input',
      () =>
        decodeTransaction(
          encodeRlp([
            ...Array.from({ length: 5 }, () => encodeNumber(0)),
            [],
            ...Array.from({ length: 3 }, () => encodeNumber(27)),
          ]),
        ),
    ],
  ])('%s', (_, call) => {
    expect(call).toThrow(expect.objectContaining({ code: 'ethereum_malformed' }));
  });
});
