/** RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers-10. */

import { type CallerLimits, nextMonth } from './key.ts';

export function rateLimitHeaders(limits: CallerLimits, now: Date): Record<string, string> {
  const { ratePerMinute, monthlyQuota } = limits;
  const minuteLeft = Math.max(0, ratePerMinute - limits.minuteCalls);
  const monthLeft = Math.max(0, monthlyQuota - limits.monthCalls);
  // If the window is full, `t` is when a call will be admitted, so that it always matches Retry-After.
  const minuteTurn = seconds(limits.minuteOpensAt ?? limits.minuteFreesAt, now);
  return {
    // A calendar month has no fixed length, so its policy has no window.
    'ratelimit-policy': `"minute";q=${ratePerMinute};w=60, "month";q=${monthlyQuota}`,
    ratelimit: `"minute";r=${minuteLeft};t=${minuteTurn}, "month";r=${monthLeft};t=${seconds(nextMonth(now), now)}`,
  };
}

function seconds(then: Date | undefined, now: Date): number {
  return then === undefined ? 0 : Math.max(0, Math.ceil((then.getTime() - now.getTime()) / 1000));
}
