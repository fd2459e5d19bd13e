/** The days shown, as kept in the page's address. */

export const SPANS = [7, 30, 90] as const;
type Span = (typeof SPANS)[number];

export type Period = { kind: 'last'; days: Span } | { kind: 'custom'; from: string; to: string };
export type Days = { from: string; to: string };

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;

/** Addresses can be edited by hand, so invalid values mean the last 30 days. */
export function parsePeriod(params: URLSearchParams): Period {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (isDay(from) && isDay(to)) return { kind: 'custom', from, to };
  return { kind: 'last', days: SPANS.find((span) => String(span) === params.get('days')) ?? 30 };
}

export function toParams(period: Period): Record<string, string> {
  if (period.kind === 'custom') return { from: period.from, to: period.to };
  return period.days === 30 ? {} : { days: String(period.days) };
}

/** First and last day in UTC, both included. */
export function daysOf(period: Period, now: Date): Days {
  if (period.kind === 'custom') return { from: period.from, to: period.to };
  return { from: dayOf(now.getTime() - (period.days - 1) * DAY_MS), to: dayOf(now.getTime()) };
}

export function isPossible({ from, to }: Days): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= MAX_DAYS && from >= '2000-01-01';
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
