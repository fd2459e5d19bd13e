import { openEmbeddedChain } from './src/adapters/chain-embedded.ts';
import { signTransaction } from './src/adapters/chain-evm-sign.ts';
import { addressOfKey } from './src/adapters/chain-address.ts';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
const log = { info() {}, warn: console.log, error: console.log };
const folder = '/work/main/../../tmp/bench-chain'; const mode = process.argv[2]; const N = Number(process.argv[3]);
const cpu = () => { const c = process.cpuUsage(); return (c.user + c.system) / 1000; };
const mb = (n: number) => (n / 1e6).toFixed(0);
if (mode === 'make') await rm(folder, { recursive: true, force: true });
const m0 = process.memoryUsage();
let t = performance.now(), c = cpu();
const chain = await openEmbeddedChain(folder, { now: () => new Date(), randomBytes, log });
globalThis.gc?.();
console.log('open', await chain.request('eth_blockNumber', []), 'wall', (performance.now() - t).toFixed(0), 'cpu', (cpu() - c).toFixed(0), 'rss', mb(m0.rss), '->', mb(process.memoryUsage().rss));
if (mode === 'open') { await chain.close(); process.exit(); }
const to = Buffer.from(addressOfKey(chain.signerKey).slice(2), 'hex');
const start = Number(await chain.request('eth_getTransactionCount', ['0x' + to.toString('hex'), 'latest']));
const raws: string[] = []; 
t = performance.now(); c = cpu();
for (let i = 0; i < N; i++) raws.push('0x' + Buffer.from(await signTransaction({ chainId: chain.chainId, nonce: start + i, maxFeePerGas: 3n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n, gasLimit: 30000n, to, calldata: randomBytes(36) }, chain.signerKey)).toString('hex'));
console.log('sign wall', ((performance.now() - t) / N).toFixed(2), 'cpu', ((cpu() - c) / N).toFixed(2));
t = performance.now(); c = cpu(); const walls: number[] = [];
for (const raw of raws) { const s = performance.now(); await chain.request('eth_sendRawTransaction', [raw]); walls.push(performance.now() - s); }
walls.sort((a, b) => a - b); globalThis.gc?.();
console.log('block p50', walls[N >> 1]!.toFixed(2), 'p95', walls[Math.floor(N * .95)]!.toFixed(2), 'cpu', ((cpu() - c) / N).toFixed(2), 'heap', mb(process.memoryUsage().heapUsed), 'rss', mb(process.memoryUsage().rss));
await chain.close();
