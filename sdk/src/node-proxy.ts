/** Sends calls through a proxy in Node, whose own fetch uses none. Bun and Deno follow the environment themselves. */

import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect, type TLSSocket } from 'node:tls';

export function nodeProxyFetch(address: string, given: string | undefined): typeof fetch | undefined {
  const isNode = !('Bun' in globalThis) && !('Deno' in globalThis);
  const proxy = given ?? (isNode ? proxyFor(new URL(address)) : undefined);
  if (!proxy) return undefined;
  const through = new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
  return async (input, init = {}) => {
    const target = new URL(String(input));
    const message = await send(target, through, init);
    return toResponse(message, init.signal ?? undefined);
  };
}

function proxyFor({ protocol, hostname, host }: URL): string | undefined {
  // biome-ignore lint/style/noProcessEnv: the variables that every program of the machine follows.
  const env = process.env;
  const setting = (name: string) => env[name] ?? env[name.toUpperCase()];
  const excluded = (setting('no_proxy') ?? '').split(/[\s,]+/).filter(Boolean);
  const isExcluded = excluded.some((one) => {
    const name = one.replace(/^\*?\./, '');
    return one === '*' || name === host || hostname === name || hostname.endsWith(`.${name}`);
  });
  return isExcluded ? undefined : setting(protocol === 'https:' ? 'https_proxy' : 'http_proxy');
}

type Init = NonNullable<Parameters<typeof fetch>[1]>;

async function send(target: URL, proxy: URL, init: Init): Promise<IncomingMessage> {
  const headers = { host: target.host, ...Object.fromEntries(new Headers(init.headers)) };
  const common: RequestOptions = { method: init.method, signal: init.signal ?? undefined, agent: false };
  if (target.protocol === 'http:') {
    const path = target.href;
    return exchange(
      requestPlain({ ...common, ...placeOf(proxy), path, headers: { ...headers, ...credentials(proxy) } }),
      init,
    );
  }
  const socket = await tunnel(target, proxy, init.signal ?? undefined);
  const path = target.pathname + target.search;
  return exchange(requestTls({ ...common, path, headers, createConnection: () => socket }), init);
}

function placeOf({ hostname, port }: URL): RequestOptions {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port || 80 };
}

function credentials({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** The proxy learns only the destination: TLS is spoken with the server. */
function tunnel(target: URL, proxy: URL, signal: AbortSignal | undefined): Promise<TLSSocket> {
  const place = `${target.hostname}:${target.port || 443}`;
  return new Promise((resolve, reject) => {
    const headers = { host: place, ...credentials(proxy) };
    const asked = requestPlain({
      ...placeOf(proxy),
      method: 'CONNECT',
      path: place,
      headers,
      signal,
      agent: false,
    });
    asked.once('error', reject);
    asked.once('connect', ({ statusCode }, socket) => {
      if (statusCode !== 200) {
        socket.destroy();
        return reject(new Error(`the proxy answered ${statusCode}`));
      }
      const secure = connect({ socket, ...(!isIP(target.hostname) && { servername: target.hostname }) }, () =>
        resolve(secure),
      );
      secure.once('error', reject);
    });
    asked.end();
  });
}

function exchange(sent: ReturnType<typeof requestPlain>, { body }: Init): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
    if (body === undefined || body === null) return void sent.end();
    // The server may refuse before the whole body is sent, and then its answer counts.
    const stream = new Response(body).body;
    pipeline(stream ? Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]) : [], sent).catch(
      () => {},
    );
  });
}

function toResponse(message: IncomingMessage, signal: AbortSignal | undefined): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  signal?.addEventListener('abort', () => message.destroy(), { once: true });
  const status = message.statusCode ?? 0;
  const hasBody = status !== 204 && status !== 304;
  return new Response(hasBody ? (Readable.toWeb(message) as ReadableStream<Uint8Array>) : null, {
    status,
    headers,
  });
}
