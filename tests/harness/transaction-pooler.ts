/** A pooler that gives its sessions to whoever begins a transaction, as pgbouncer in transaction mode does. */

import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { listenOnOwnPort } from '../../server/src/cli/own-port.ts';

export type TransactionPooler = { port: number; close(): Promise<void> };

type Session = { socket: Socket; serve: ((chunk: Buffer, isIdle: boolean) => void) | undefined };

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);

/** Simple queries alone, which is what a check at the start sends. */
export async function openTransactionPooler(target: NetConnectOpts): Promise<TransactionPooler> {
  const free: Session[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    sockets.add(near.on('error', () => {}));
    let session: Session | undefined;
    let startup: Buffer | undefined;
    near.on('data', async (chunk: Buffer) => {
      if (startup === undefined) {
        startup = chunk;
        near.write(Buffer.concat([AUTHENTICATED, READY]));
        return;
      }
      // X: it leaves; its session stays for others.
      if (chunk[0] === 0x58) return;
      session ??= free.pop() ?? (await openSession(target, startup, sockets));
      session.serve = (answer, isIdle) => {
        if (isIdle && session !== undefined) {
          free.push(session);
          session.serve = undefined;
          session = undefined;
        }
        near.write(answer);
      };
      session.socket.write(chunk);
    });
  });
  const port = await listenOnOwnPort(server);
  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function openSession(target: NetConnectOpts, startup: Buffer, sockets: Set<Socket>): Promise<Session> {
  const socket = connect(target).on('error', () => {});
  sockets.add(socket);
  const session: Session = { socket, serve: undefined };
  const started = Promise.withResolvers<void>();
  let answer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    answer = Buffer.concat([answer, chunk]);
    // ReadyForQuery comes last; its sixth byte says whether a transaction is open.
    if (answer.at(-6) !== 0x5a) return;
    const whole = answer;
    answer = Buffer.alloc(0);
    if (session.serve === undefined) started.resolve();
    else session.serve(whole, whole.at(-1) === 0x49);
  });
  socket.write(startup);
  await started.promise;
  return session;
}
