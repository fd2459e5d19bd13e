/** Security headers of every page: load only from us, run nothing inline, send no referrer. */

import type { FastifyRequest } from 'fastify';
import type { Site } from '../site.ts';

/**
 * Scripts, styles and fonts come from the folder of what we built and from nowhere else on our origin: what somebody
 * uploaded leaves from the same origin, and would run where HTML was injected if `'self'` stood here.
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

/** Passkeys are for our own pages; nothing else is needed. */
const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), publickey-credentials-get=(self), publickey-credentials-create=(self)';

type PageSite = Pick<Site, 'baseUrl'>;

type PageNeeds = {
  /** For the one page whose scripts create styles. */
  styleNonce?: string;
  /** For the one page that shows PDF files which its own script fetched (`blob:`). Never an external address. */
  framesBlobs?: boolean;
};

export function pageHeaders(site: PageSite, request: FastifyRequest, needs: PageNeeds = {}) {
  const { styleNonce, framesBlobs = false } = needs;
  const assets = assetSources(site, request.host);
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

/** The public address, and the requested host if it differs, such as this machine's own. */
function assetSources({ baseUrl }: PageSite, askedHost: string | undefined): string {
  const { origin, host } = new URL(baseUrl);
  const isOther = askedHost !== undefined && askedHost.toLowerCase() !== host;
  // Only a well-formed host may get into the policy.
  const other = isOther && /^[\w.-]{1,253}(:\d{1,5})?$/.test(askedHost) ? ` ${askedHost}/assets/` : '';
  return `${origin}/assets/${other}`;
}
