/** An issuer of OpenID Connect: npm `oidc-provider` on loopback. It is honest until a test makes it hostile. */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'sello', secret: 'a secret of at least thirty-two characters' };

export type OidcUser = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
};

/** What a hostile issuer sends instead of the right id token. */
export type Tamper = (claims: JWTPayload, keys: IssuerKeys) => Promise<string> | string;

type IssuerKeys = { own: CryptoKey; ownId: string; foreign: CryptoKey };

export type OidcIssuer = {
  issuer: string;
  /** The person who logs in next. */
  user: OidcUser;
  tamper: Tamper | undefined;
  /** Starts to serve a Sello that has this public address and listens at `listeningAt`. */
  serve(publicAddress: string, listeningAt: string): void;
  /** Replaces its key by a new one, as after a rotation. */
  rotate(): Promise<void>;
  /** Tells Sello that a person has logged out, as the issuer does for its own pages. */
  logOutEverywhere(sub: string, sid?: string): Promise<void>;
  signed(claims: JWTPayload, type?: string): Promise<string>;
  /** Follows the redirects until the browser is sent back to Sello, and returns the query of that address. */
  visit(location: string): Promise<string>;
  close(): Promise<void>;
};

export async function openOidcIssuer(): Promise<OidcIssuer> {
  let serveRequest: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => serveRequest(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const foreign = (await generateKeyPair('RS256')).privateKey;
  let key = await newKey('first');
  let place = { base: '', listeningAt: '' };
  let provider: Provider | undefined;

  const start = () => {
    const made = makeProvider(issuer, key.jwk, place, () => self.user);
    made.use(async (context, next) => {
      await next();
      const body = context.body as { id_token?: string } | undefined;
      if (context.path !== '/token' || body?.id_token === undefined || self.tamper === undefined) return;
      const keys = { own: key.privateKey, ownId: key.id, foreign };
      context.body = { ...body, id_token: await self.tamper(decodeJwt(body.id_token), keys) };
    });
    provider = made;
    const callback = made.callback();
    serveRequest = (request, response) => {
      const isLogin = request.url?.startsWith('/log-in/') === true;
      if (isLogin) void made.interactionFinished(request, response, { login: { accountId: self.user.sub } });
      else void callback(request, response);
    };
  };

  const self: OidcIssuer = {
    issuer,
    user: { sub: 'nobody' },
    tamper: undefined,
    serve(base, listeningAt) {
      place = { base, listeningAt };
      start();
    },
    async rotate() {
      key = await newKey('second');
      start();
    },
    async logOutEverywhere(sub, sid) {
      const client = await provider?.Client.find(CLIENT.id);
      await (
        client as unknown as { backchannelLogout(sub: string, sid?: string): Promise<void> }
      ).backchannelLogout(sub, sid);
    },
    signed: (claims, type = 'logout+jwt') =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.id, typ: type }).sign(key.privateKey),
    visit: (location) => follow(location, place.base),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;
}

async function newKey(id: string): Promise<{ id: string; privateKey: CryptoKey; jwk: JWK }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: id, alg: 'RS256', use: 'sig' };
  return { id, privateKey, jwk };
}

function makeProvider(
  issuer: string,
  jwk: JWK,
  { base, listeningAt }: { base: string; listeningAt: string },
  user: () => OidcUser,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${base}/dashboard/sso`],
        post_logout_redirect_uris: [`${base}/dashboard/login`],
        backchannel_logout_uri: `${listeningAt}/sso/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [jwk as never] },
    cookies: { keys: ['a key for the cookies of a test'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    // Without the program's own check, which would refuse loopback, where the Sello of a test listens.
    fetch: (address, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) =>
      fetch(address, options as RequestInit),
    interactions: { url: (_context, { uid }) => `/log-in/${uid}` },
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...user(), sub }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

/** Each login has a browser of its own. */
async function follow(start: string, end: string): Promise<string> {
  const cookies = new Map<string, string>();
  let location = start;
  for (let steps = 0; steps < 10; steps += 1) {
    if (location.startsWith(end)) return new URL(location).search;
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(location, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`The issuer answered ${answer.status}: ${await answer.text()}`);
    location = new URL(next, location).href;
  }
  throw new Error('The issuer sends the browser round in circles');
}
