import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { createFeeMarket1559Tx, createFeeMarket1559TxFromRLP } from '@ethereumjs/tx';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOfKey } from './address.ts';
import { signTransaction } from './sign.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const fee = fc.bigInt({ min: 0n, max: 10n ** 12n });

test('signed bytes equal those of an independent library, for any values', async () => {
  const transaction = fc.record({
    chainId: fc.integer({ min: 1, max: 2 ** 40 }),
    nonce: fc.nat(),
    fees: fc.tuple(fee, fee).map((pair) => pair.sort((a, b) => (a < b ? -1 : 1))),
    gasLimit: fc.bigInt({ min: 21_000n, max: 5_000_000n }),
    to: bytes(20),
    calldata: bytes(36),
    key: bytes(32).filter((key) => key[0]! < 0xff && key.some((byte) => byte > 0)),
  });
  await fc.assert(
    fc.asyncProperty(transaction, async ({ fees, key, ...rest }) => {
      const [maxPriorityFeePerGas, maxFeePerGas] = [fees[0]!, fees[1]!];
      const raw = await signTransaction({ ...rest, maxFeePerGas, maxPriorityFeePerGas }, key);
      const common = createCustomCommon({ chainId: rest.chainId }, Mainnet, { hardfork: Hardfork.Cancun });
      const { calldata, gasLimit, nonce, to } = rest;
      const values = { gasLimit, nonce: BigInt(nonce), to: `0x${Buffer.from(to).toString('hex')}` as const };
      const theirs = createFeeMarket1559Tx(
        { ...values, chainId: BigInt(rest.chainId), data: calldata, maxFeePerGas, maxPriorityFeePerGas },
        { common },
      ).sign(key, false);
      expect(raw).toEqual(theirs.serialize());
      const sender = createFeeMarket1559TxFromRLP(raw, { common }).getSenderAddress().toString();
      expect(sender).toBe(addressOfKey(key));
    }),
    { numRuns: 25 },
  );
});
