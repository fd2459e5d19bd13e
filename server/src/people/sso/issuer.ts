/**
 * The issuer of OpenID Connect: code flow with PKCE, state, nonce, and the issuer's name in the answer (RFC 9207). Its
 * libraries are loaded at the first login, so that a server without single sign-on starts without them.
 */

import type { Configuration, ServerMetadata } from 'openid-client';
import type { Site } from '../../http/site.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import { makeLogOutReader } from './log-out-token.ts';
import type { Issuer, SsoAttempt, Vouched } from './ports.ts';
import type { SsoSettings } from './settings.ts';
import { toVouched } from './vouched.ts';

/**
 * An issuer's endpoints rarely change and are cached. Its keys change more often, so they are read again at every
 * login.
 */
const METADATA_MS = 3_600_000;
const TIMEOUT_SECONDS = 10;
const AGAIN_SECONDS = 60;
/** The tolerance for clocks. If they differ by more, tokens look too old or not yet valid. */
const CLOCK_TOLERANCE_SECONDS = 60;

const CALLBACK_PATH = '/dashboard/sso';

type IssuerPorts = { now: Clock; logger: Logger };

export function makeIssuer(
  settings: SsoSettings,
  { baseUrl }: Pick<Site, 'baseUrl'>,
  ports: IssuerPorts,
): Issuer {
  const { logger } = ports;
  const redirectUri = `${baseUrl}${CALLBACK_PATH}`;
  const configure = makeConfigure(settings, ports);
  const readLogOut = makeLogOutReader(settings, ports, async () => {
    const { jwks_uri: address } = (await configure()).serverMetadata();
    if (address === undefined) throw unavailable(settings, new Error('The issuer names no keys'));
    return address;
  });
  return {
    async begin({ state, nonce, verifier, isProof }) {
      const config = await configure();
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const address = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isProof && { max_age: '0', prompt: 'login' }),
      });
      return address.href;
    },

    async finish(query, attempt) {
      const config = await configure();
      try {
        const vouched = await exchange(config, settings, new URL(redirectUri + query), attempt);
        if (isOurTime(vouched.issuedAt, ports.now())) return vouched;
        logger.warn('sso.refused', { why: 'The clocks of the issuer and of this server differ' });
      } catch (error) {
        if (isAway(error)) throw unavailable(settings, error);
        logger.warn('sso.refused', { why: reasonOf(error) });
      }
      return undefined;
    },

    async logOutAddress(idToken) {
      const config = await configure().catch(() => undefined);
      if (config?.serverMetadata().end_session_endpoint === undefined) return undefined;
      const { buildEndSessionUrl } = await import('openid-client');
      return buildEndSessionUrl(config, {
        post_logout_redirect_uri: `${baseUrl}/dashboard/login`,
        ...(idToken !== undefined && { id_token_hint: idToken }),
      }).href;
    },

    readLogOut,
  };
}

async function exchange(
  config: Configuration,
  settings: SsoSettings,
  address: URL,
  { state, nonce, verifier, isProof }: SsoAttempt,
): Promise<Vouched & { issuedAt: Date }> {
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
  const tokens = await authorizationCodeGrant(config, address, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
    ...(isProof && { maxAge: 0 }),
  });
  const idClaims = tokens.claims();
  if (idClaims === undefined || tokens.id_token === undefined) throw new Error('The issuer sent no id token');
  const isMissing = [settings.roleClaim?.split('.')[0], 'email', 'email_verified'].some(
    (name) => name !== undefined && idClaims[name] === undefined,
  );
  const isToBeAsked = isMissing && config.serverMetadata().userinfo_endpoint !== undefined;
  const more = isToBeAsked ? await fetchUserInfo(config, tokens.access_token, idClaims.sub) : {};
  // Claims of the signed token override those of the user-info endpoint.
  const claims = { ...more, ...idClaims };
  return { ...toVouched(claims, tokens.id_token), issuedAt: new Date(idClaims.iat * 1000) };
}

/**
 * Each use gets a new configuration, because the library caches keys in it, and a key that the issuer has withdrawn
 * must not be accepted.
 */
function makeConfigure(settings: SsoSettings, { now, logger }: IssuerPorts): () => Promise<Configuration> {
  let kept: { metadata: Promise<ServerMetadata>; until: number } | undefined;
  const read = async () => {
    const { allowInsecureRequests, discovery } = await import('openid-client');
    const isPlain = settings.issuer.startsWith('http:');
    const found = await discovery(new URL(settings.issuer), settings.clientId, undefined, undefined, {
      timeout: TIMEOUT_SECONDS,
      ...(isPlain && { execute: [allowInsecureRequests] }),
    });
    return found.serverMetadata();
  };
  const metadata = async () => {
    if (kept === undefined || kept.until < now().getTime())
      kept = { metadata: read(), until: now().getTime() + METADATA_MS };
    const own = kept;
    try {
      return await own.metadata;
    } catch (error) {
      if (kept === own) kept = undefined;
      logger.warn('sso.issuer_away', { why: reasonOf(error) });
      throw unavailable(settings, error);
    }
  };
  return async () => makeConfiguration(settings, await metadata());
}

async function makeConfiguration(settings: SsoSettings, metadata: ServerMetadata): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, Configuration, clockTolerance } =
    await import('openid-client');
  const { enableNonRepudiationChecks } = await import('openid-client');
  const { clientId, clientSecret, issuer } = settings;
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const login = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
  const config = new Configuration(
    { ...metadata },
    clientId,
    { client_secret: clientSecret, [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    login(clientSecret),
  );
  config.timeout = TIMEOUT_SECONDS;
  if (issuer.startsWith('http:')) allowInsecureRequests(config);
  // By default, the library trusts TLS and does not check signatures.
  enableNonRepudiationChecks(config);
  return config;
}

function isOurTime(issuedAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - issuedAt.getTime()) <= 2 * CLOCK_TOLERANCE_SECONDS * 1000;
}

/** Whether the issuer gave no answer, or answered that it cannot answer. */
function isAway(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ((at as { code?: unknown }).code === 'OAUTH_TIMEOUT') return true;
    if (at instanceof TypeError && at.message === 'fetch failed') return true;
    if (at.cause instanceof Response && (at.cause.status >= 500 || at.cause.status === 429)) return true;
  }
  return false;
}

/** What was sent is never logged, because a token lets in anyone who has it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, error: answered } = error as { code?: unknown; error?: unknown };
  return [error.message, code, answered]
    .filter((part) => typeof part === 'string')
    .join(' · ')
    .slice(0, 300);
}

function unavailable({ name }: Pick<SsoSettings, 'name'>, cause: unknown): AppError {
  return new AppError(
    'sso_unavailable',
    {
      en: `${name} is not answering, so nobody can log in with it now. Please try again in {wait}.`,
      es: `${name} no responde, por lo que ahora nadie puede entrar por ese medio. Intente de nuevo en {wait}.`,
    },
    { cause, retryAfterSeconds: AGAIN_SECONDS },
  );
}
