/** The security headers of every page. A page loads only from us, runs nothing inline and sends no referrer. */

import type { FastifyRequest } from 'fastify';
import { hostOf, plainHost } from '../connection/request-host.ts';
import type { Site } from '../site.ts';

/**
 * Scripts, styles and fonts load only from the folder of our build: uploaded files may be served from the same origin,
 * so with `'self'` injected HTML could run them.
 */
const FROM_ASSETS = ['script-src', 'style-src', 'font-src', 'worker-src'] as const;

const POLICY = {
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** Only our own pages may use passkeys. Pages need no other feature of the browser. */
const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), publickey-credentials-get=(self), publickey-credentials-create=(self)';

type PageSite = Pick<Site, 'baseUrl'>;

type PageNeeds = {
  /** A nonce for styles, for the one page whose scripts create styles. */
  styleNonce?: string;
  /**
   * True for the one page that shows PDF files which were fetched by its own script (`blob:`). No external address is
   * ever allowed.
   */
  framesBlobs?: boolean;
};

export function pageHeaders(site: PageSite, request: Pick<FastifyRequest, 'raw'>, needs: PageNeeds = {}) {
  const { styleNonce, framesBlobs = false } = needs;
  const assets = assetSources(site, request);
  const policy = [
    "default-src 'none'",
    ...FROM_ASSETS.map((directive) =>
      directive === 'style-src' && styleNonce !== undefined
        ? `${directive} ${assets} 'nonce-${styleNonce}'`
        : `${directive} ${assets}`,
    ),
    ...Object.entries(POLICY).map(([directive, sources]) => `${directive} ${sources}`),
    ...(framesBlobs ? ['frame-src blob:'] : []),
  ];
  const headers: Record<string, string> = {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    'cache-control': 'no-cache',
  };
  if (site.baseUrl.startsWith('https:'))
    headers['strict-transport-security'] = 'max-age=63072000; includeSubDomains';
  return headers;
}

/**
 * Names of this machine, for people who open the pages on it. No other `Host` may get into a policy, because the
 * caller chooses it.
 */
const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** The sources of assets: the public address, and this machine's own address if the request was for it. */
function assetSources({ baseUrl }: PageSite, request: Pick<FastifyRequest, 'raw'>): string {
  const { origin, host } = new URL(baseUrl);
  const asked = hostOf(request);
  const isOther = asked !== plainHost(host) && THIS_MACHINE.test(asked);
  return isOther ? `${origin}/assets/ ${asked}/assets/` : `${origin}/assets/`;
}
