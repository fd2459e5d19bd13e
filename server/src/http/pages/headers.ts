/** Security headers of every page: load only from us, run nothing inline, send no referrer. */

import type { Site } from '../site.ts';

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

type PolicyChanges = Partial<typeof POLICY>;

/** `changes` replaces whole directives, for the one page that needs it. */
export function pageHeaders({ baseUrl }: Pick<Site, 'baseUrl'>, changes: PolicyChanges = {}) {
  const policy = Object.entries({ ...POLICY, ...changes });
  const headers: Record<string, string> = {
    'content-security-policy': policy.map(([directive, sources]) => `${directive} ${sources}`).join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cache-control': 'no-cache',
  };
  if (baseUrl.startsWith('https:'))
    headers['strict-transport-security'] = 'max-age=63072000; includeSubDomains';
  return headers;
}
