import { expect, test } from 'vitest';
import { ChainFailure } from '../chain-failure.ts';
import { meaningOf, submitWith } from './submit.ts';

test.each([
  ['already known', 'known'],
  ['transaction already imported', 'known'],
  ['known transaction: 9b8d42', 'known'],
  ['AlreadyKnown', 'known'],
  ['Known transaction. ALREADY_KNOWN', 'known'],
  ['nonce too low: next nonce 5, tx nonce 4', 'nonce_used'],
  ['Nonce too low. Expected nonce to be 1 but got 0.', 'nonce_used'],
  ['NONCE_TOO_LOW', 'nonce_used'],
  ['OldNonce', 'nonce_used'],
  ['Transaction nonce is too low. Try incrementing the nonce.', 'nonce_used'],
  ['insufficient funds for gas * price + value: balance 0, tx cost 5, overshot 5', 'insufficient_funds'],
  ['Upfront cost exceeds account balance', 'insufficient_funds'],
  ["Sender doesn't have enough funds to send tx", 'insufficient_funds'],
  ['replacement transaction underpriced', 'underpriced'],
  ['transaction underpriced: gas tip cap 0, minimum needed 1', 'underpriced'],
  ['max fee per gas less than block base fee: address 0x1, maxFeePerGas: 1, baseFee: 7', 'underpriced'],
  ['FeeTooLow, MaxFeePerGas too low', 'underpriced'],
  ['Transaction gas price is too low', 'underpriced'],
  ['execution reverted', undefined],
  ['invalid chain id for signer', undefined],
])('"%s" means %s', (words, meaning) => {
  expect(meaningOf(`the node refused eth_sendRawTransaction: ${words}`)).toBe(meaning);
});

test('a refusal after which `look` is needed is not a failure', async () => {
  const refusing = (message: string) => () => Promise.reject(new ChainFailure('rpc_error', message));
  expect(await submitWith(refusing('already known'))).toBe('known');
  expect(await submitWith(refusing('nonce too low'))).toBe('nonce_used');
  expect(await submitWith(async () => {})).toBe('sent');
  await expect(submitWith(refusing('insufficient funds'))).rejects.toMatchObject({
    code: 'insufficient_funds',
  });
  await expect(submitWith(refusing('no idea'))).rejects.toMatchObject({ code: 'rpc_error' });
});

test('the same words in other failures have no effect', async () => {
  const failing = () => Promise.reject(new ChainFailure('garbage', 'already known'));
  await expect(submitWith(failing)).rejects.toMatchObject({ code: 'garbage' });
});
