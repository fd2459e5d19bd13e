/** Asks a node that the verifier trusts for its blocks at the heights that a proof names. */

import { type Anchor, parseHex, type TrustedBlock } from '@sello/proof';
import { UsageError } from '../shared/usage.ts';

const TIMEOUT_MS = 15_000;
/** A block without its transactions is a few kilobytes. */
const MAX_ANSWER_CHARACTERS = 4 << 20;

/** Asks only about anchors of the node's own chain, because a node cannot vouch for another chain. */
export async function askBlocks(url: string, anchors: readonly Anchor[]): Promise<TrustedBlock[]> {
  try {
    const network = `eip155:${Number(await call(url, 'eth_chainId', []))}`;
    const blocks: TrustedBlock[] = [];
    for (const { block } of anchors.filter((anchor) => anchor.network === network)) {
      const number = `0x${block.number.toString(16)}`;
      const found = (await call(url, 'eth_getBlockByNumber', [number, false])) as { hash?: unknown } | null;
      const hash = parseHex(String(found?.hash ?? '').replace(/^0x/, ''));
      if (hash?.length === 32) blocks.push({ hash, network, number: block.number });
    }
    return blocks;
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
    throw new UsageError(`The node at --rpc cannot be queried: ${reason}`);
  }
}

/** Calls JSON-RPC 2.0 with what every Node since version 18 has, because the verifier is one file without packages. */
async function call(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const address = new URL(url);
  const { username, password } = address;
  // `fetch` refuses a URL with credentials, so they are moved into a header.
  address.username = '';
  address.password = '';
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(username !== '' && { authorization: `Basic ${login.toString('base64')}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`it answered with status ${answer.status}`);
  if (text.length > MAX_ANSWER_CHARACTERS) throw new Error('its answer is too long');
  const { result, error } = JSON.parse(text) as { result?: unknown; error?: { message?: unknown } };
  if (error !== undefined) throw new Error(`it refused: ${String(error.message)}`);
  return result;
}
