/**
 * `npm run dev`: the server, which `node --watch` restarts when a file of it changes, and in front of it Vite, which
 * reloads a page when a file of `web/`, `proof/` or `rules/` changes. Both listen only on this machine.
 *
 * Vite answers requests for its own files and passes everything else to the server. In the server's pages it puts the
 * sources in place of the built files and widens the content security policy by what Vite needs; the server itself
 * knows nothing of this.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createServer as createVite, type ViteDevServer } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOOPBACK = '127.0.0.1';
/** A restart takes two seconds; correcting a mistake takes longer. */
const SERVER_IS_BACK_WITHIN_MS = 60_000;
/** What Vite serves: its client, sources, and packages. The server has no such addresses. */
const OWN_ADDRESS = /^\/(?:@vite|@fs|@id|src|node_modules)\//;
/** Folders that Vite may serve. The data folder is not among them, because it holds keys. */
const SOURCES = ['web', 'proof', 'rules', 'sdk', 'node_modules'].map((folder) => path.join(ROOT, folder));

const port = Number(process.env.PORT ?? 3000) || (await freePort());
const serverPort = await freePort();
const origin = `http://localhost:${port}`;

const vite = await startVite();
const server = startServer();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
server.once('exit', (code) => {
  process.exitCode = code ?? 1;
  vite.close();
});
console.error(`sello: pages with live reload come from ${origin} as soon as the server is ready`);

/** Ends once the server has ended, which stops its embedded PostgreSQL. */
function stop(): void {
  server.kill('SIGTERM');
}

function startServer(): ChildProcess {
  const args = ['--watch', '--watch-preserve-output', 'server/src/main.ts', 'serve'];
  const env = { ...process.env, SELLO_HOST: LOOPBACK, PORT: String(serverPort), SELLO_BASE_URL: origin };
  return spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
}

async function startVite(): Promise<ViteDevServer> {
  const sources = await sourcesByBuiltFile();
  const started = await createVite({
    configFile: path.join(ROOT, 'web', 'vite.config.ts'),
    appType: 'custom',
    server: { host: LOOPBACK, port, strictPort: true, cors: false, fs: { allow: SOURCES } },
    plugins: [
      {
        name: 'pages-of-the-server',
        configureServer({ middlewares }) {
          middlewares.use((incoming: IncomingMessage, answer: ServerResponse, next: () => void) => {
            if (OWN_ADDRESS.test(incoming.url ?? '')) return next();
            askServer(incoming, answer, sources).catch((error: Error) => {
              if (!answer.headersSent) answer.writeHead(502, { 'content-type': 'text/plain' });
              answer.end(`The server does not answer: ${error.message}\n`);
            });
          });
        },
      },
    ],
  });
  return started.listen();
}

async function askServer(
  incoming: IncomingMessage,
  answer: ServerResponse,
  sources: ReadonlyMap<string, string>,
): Promise<void> {
  const socket = await connectToServer();
  const { method, url, headers } = incoming;
  // Pages are changed below, so they come uncompressed.
  const asked = { ...headers, 'accept-encoding': 'identity' };
  const outgoing = request({ method, path: url, headers: asked, createConnection: () => socket });
  answer.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (response === undefined) return;
  const isPage = response.headers['content-type']?.startsWith('text/html') ?? false;
  if (!isPage || method === 'HEAD') {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
    return;
  }
  const page = withSources((await buffer(response)).toString(), sources);
  const { 'content-length': _, 'content-security-policy': policy, ...others } = response.headers;
  answer.writeHead(response.statusCode ?? 502, {
    ...others,
    ...(policy !== undefined && { 'content-security-policy': widened(String(policy)) }),
  });
  answer.end(page);
}

/** Links to built styles are removed: the sources import their styles. */
function withSources(page: string, sources: ReadonlyMap<string, string>): string {
  return page
    .replace(/<link rel="(?:stylesheet|modulepreload)" href="\/assets\/[^"]*">\n?/g, '')
    .replace(/<script type="module" src="([^"]*)">/g, (tag, built: string) => {
      const source = sources.get(built);
      if (source === undefined) return tag;
      return `<script type="module" src="/@vite/client"></script>\n<script type="module" src="${source}">`;
    });
}

/** Vite serves scripts outside `/assets/`, writes styles into the page and announces changes over a WebSocket. */
function widened(policy: string): string {
  return policy
    .split('; ')
    .map((directive) => {
      if (/^(?:script|font|worker)-src /.test(directive)) return `${directive} 'self'`;
      if (directive.startsWith('connect-src '))
        return `${directive} ws://localhost:${port} ws://${LOOPBACK}:${port}`;
      // A nonce would switch 'unsafe-inline' off.
      if (!directive.startsWith('style-src ')) return directive;
      return `${directive.replace(/ 'nonce-[^']*'/, '')} 'self' 'unsafe-inline'`;
    })
    .join('; ');
}

/** Maps each address in the server's pages to the source it was built from. */
async function sourcesByBuiltFile(): Promise<ReadonlyMap<string, string>> {
  const file = path.join(ROOT, 'web', 'dist', '.vite', 'manifest.json');
  const manifest: Record<string, { file: string; isEntry?: boolean }> = JSON.parse(
    await readFile(file, 'utf8'),
  );
  return new Map(
    Object.entries(manifest)
      .filter(([, { isEntry }]) => isEntry)
      .map(([source, built]) => [`/${built.file}`, `/${source}`]),
  );
}

/** Waits while the server starts or restarts. */
async function connectToServer(): Promise<Socket> {
  const giveUpAt = performance.now() + SERVER_IS_BACK_WITHIN_MS;
  while (performance.now() < giveUpAt && server.exitCode === null) {
    const socket = connect(serverPort, LOOPBACK);
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isOpen) return socket;
    await sleep(100);
  }
  throw new Error('it is not running; the terminal shows why.');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, LOOPBACK);
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return free;
}
