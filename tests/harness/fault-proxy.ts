/** A TCP proxy to a service on this machine that loses, delays or corrupts bytes on command. */

import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { listenOnOwnPort } from '../../server/src/cli/shared/own-port.ts';

/**
 * Effect on open and new connections:
 * - `refuse`: all are reset, and the port is closed.
 * - `reset`: each is reset when the caller next sends something.
 * - `cut`: each is reset after `afterBytes` of answers.
 * - `garbage`: answers keep their length, but hold random bytes.
 * - `drip`: answers come a byte at a time, one in `everyMs`.
 * - `delay`: answers come `ms` late.
 * - `black hole`: requests are swallowed, and nothing is answered.
 * - `half-open`: requests arrive and are carried out, but no answer comes back.
 */
export type Fault =
  | { kind: 'pass' | 'refuse' | 'reset' | 'garbage' | 'black hole' | 'half-open' }
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'drip'; everyMs: number }
  | { kind: 'delay'; ms: number };

export type FaultProxy = {
  readonly port: number;
  /** Sets the fault, which takes effect with the next byte. */
  behave(fault: Fault): Promise<void>;
  /**
   * Drops the next connection on which a caller sends `text`: before the service gets it, or after the service has
   * carried it out but before its answer arrives. All others go on.
   */
  breakOnce(text: string, when: 'before' | 'after'): void;
  /** Resets every open connection; new ones may come. */
  resetAll(): void;
  readonly openConnections: number;
  close(): Promise<void>;
};

export const PASS: Fault = { kind: 'pass' };

/**
 * `target` is called for each connection: a service may come back at another address. `at`: the address on which the
 * proxy listens, for callers that always use the service's own port.
 */
export async function openFaultProxy(
  target: () => NetConnectOpts,
  at: { host?: string; port?: number } = {},
): Promise<FaultProxy> {
  let fault: Fault = PASS;
  let trap: Trap | undefined;
  const spring = (chunk: Buffer) => {
    if (trap === undefined || !chunk.includes(trap.text)) return undefined;
    const { when } = trap;
    trap = undefined;
    return when;
  };
  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near);
    near.on('error', () => {}).once('close', () => open.delete(near));
    carry(near, connect(target()), () => fault, spring);
  });
  const { host = '127.0.0.1' } = at;
  const listen = async (port: number) => {
    await once(server.listen(port, host), 'listening');
    return port;
  };
  const port = at.port === undefined ? await listenOnOwnPort(server, host) : await listen(at.port);
  const resetAll = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  const shut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    resetAll();
    await closed;
  };
  return {
    port,
    async behave(next) {
      const wasDeaf = fault.kind === 'black hole' || fault.kind === 'half-open';
      fault = next;
      // A connection that has lost bytes could only continue with garbage.
      if (wasDeaf && next.kind === 'pass') resetAll();
      if (next.kind === 'refuse') await shut();
      else if (!server.listening) await listen(port);
    },
    breakOnce(text, when) {
      trap = { text, when };
    },
    resetAll,
    get openConnections() {
      return open.size;
    },
    close: shut,
  };
}

/** The same URL through the proxy. */
export function throughProxy(url: string, port: number): string {
  const address = new URL(url);
  address.searchParams.delete('host');
  address.hostname = '127.0.0.1';
  address.port = String(port);
  return address.href;
}

type Trap = { text: string; when: 'before' | 'after' };

function carry(
  near: Socket,
  far: Socket,
  faultNow: () => Fault,
  spring: (chunk: Buffer) => Trap['when'] | undefined,
): void {
  let answeredBytes = 0;
  let losesAnswer = false;
  let dripping: Buffer | undefined;
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, task: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      task();
    }, ms);
    timers.add(timer);
  };
  far.on('error', () => near.resetAndDestroy());
  near.once('close', () => {
    for (const timer of timers) clearTimeout(timer);
    far.destroy();
  });
  far.once('close', () => {
    if (faultNow().kind === 'black hole' || faultNow().kind === 'half-open') return;
    if (timers.size === 0) near.end();
  });

  near.on('data', (chunk: Buffer) => {
    const { kind } = faultNow();
    const trapped = spring(chunk);
    losesAnswer ||= trapped === 'after';
    if (kind === 'reset' || trapped === 'before') near.resetAndDestroy();
    else if (kind !== 'black hole') far.write(chunk);
  });
  near.once('end', () => far.end());

  const drip = (everyMs: number) => {
    if (dripping === undefined || dripping.length === 0) {
      dripping = undefined;
      return;
    }
    near.write(dripping.subarray(0, 1));
    dripping = dripping.subarray(1);
    later(everyMs, () => drip(everyMs));
  };
  far.on('data', (chunk: Buffer) => {
    const fault = faultNow();
    answeredBytes += chunk.length;
    if (losesAnswer) {
      near.resetAndDestroy();
      return;
    }
    switch (fault.kind) {
      case 'black hole':
      case 'half-open':
        return;
      case 'garbage':
        near.write(Buffer.alloc(chunk.length, 'ÿ\n?'));
        return;
      case 'delay':
        later(fault.ms, () => near.write(chunk));
        return;
      case 'drip':
        if (dripping !== undefined) {
          dripping = Buffer.concat([dripping, chunk]);
        } else {
          dripping = chunk;
          drip(fault.everyMs);
        }
        return;
      case 'cut': {
        const over = answeredBytes - fault.afterBytes;
        if (over < 0) near.write(chunk);
        else near.write(chunk.subarray(0, Math.max(chunk.length - over, 0)), () => near.resetAndDestroy());
        return;
      }
      default:
        near.write(chunk);
    }
  });
}
