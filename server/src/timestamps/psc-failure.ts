/** How a provider failed, in one word for the operator, and what a caller is told of it. */

import { AppError, type ErrorCode, type Text } from '../kernel/errors.ts';
import type { PscFailureClass } from './psc.ts';

type PscFailureOptions = {
  cause?: unknown;
  /** Whether the next request would fare no better. Only such failures count towards the breaker. */
  isProviderIll?: boolean;
  /** Whether another provider may be asked for this very time stamp. */
  mayAskNext?: boolean;
  /** The provider may have stamped, and charged for it, without our seeing the answer. */
  isOutcomeUnknown?: boolean;
  /** As the provider asked for, in its own `Retry-After`. */
  retryAfterSeconds?: number | undefined;
  /** What to tell the caller instead of the usual sentence. */
  text?: Text;
};

export class PscFailure extends Error {
  readonly failureClass: PscFailureClass;
  readonly isProviderIll: boolean;
  readonly mayAskNext: boolean;
  readonly isOutcomeUnknown: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly text: Text | undefined;

  /** `reason` is for the operator's log; it never holds a credential and is never sent to a caller. */
  constructor(failureClass: PscFailureClass, reason: string, options: PscFailureOptions = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PscFailure';
    this.failureClass = failureClass;
    this.isProviderIll = options.isProviderIll ?? USUALLY[failureClass].isProviderIll;
    this.mayAskNext = options.mayAskNext ?? USUALLY[failureClass].mayAskNext;
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.text = options.text;
  }
}

/**
 * A refusal of this request says nothing against the provider, and asking elsewhere would hide whatever is
 * wrong with how we ask. A token that does not hold is a sign of a wrong configuration or of somebody in
 * between: a second provider must not make that invisible, one paid stamp after the other. It is told to the
 * caller, and five in a row open the breaker, which then is in everybody's log.
 */
const USUALLY: Record<PscFailureClass, { isProviderIll: boolean; mayAskNext: boolean }> = {
  unreachable: { isProviderIll: true, mayAskNext: true },
  rejected: { isProviderIll: false, mayAskNext: false },
  out_of_credit: { isProviderIll: true, mayAskNext: true },
  invalid_token: { isProviderIll: true, mayAskNext: false },
  timeout: { isProviderIll: true, mayAskNext: true },
};

/** The provider refuses us, not this request: wrong credentials, a blocked account, a fault of its own. */
export function refusesUs(reason: string, options: PscFailureOptions = {}): PscFailure {
  return new PscFailure('rejected', reason, { isProviderIll: true, mayAskNext: true, ...options });
}

const RETRY_AFTER_SECONDS = 5;

export function asAppError(failure: PscFailure, provider: string): AppError {
  // A lost connection is a matter of reaching it for the operator; the caller is told that it cannot be
  // reached only where nothing was sent.
  const code =
    failure.isOutcomeUnknown && failure.failureClass === 'unreachable'
      ? 'psc_error'
      : CODES[failure.failureClass];
  return new AppError(code, failure.text ?? PUBLIC_TEXT[code](provider), {
    cause: failure,
    retryAfterSeconds: failure.retryAfterSeconds ?? RETRY_AFTER_SECONDS,
  });
}

/** What a caller is told while the breakers keep every provider from being asked. */
export function allBreakersOpen(providers: readonly string[], retryAfterSeconds: number): AppError {
  return new AppError('psc_unavailable', PUBLIC_TEXT.psc_unavailable(providers.join(', ')), {
    retryAfterSeconds,
  });
}

type PscErrorCode = Extract<ErrorCode, `psc_${string}`>;

const CODES: Record<PscFailureClass, PscErrorCode> = {
  unreachable: 'psc_unavailable',
  rejected: 'psc_error',
  out_of_credit: 'psc_error',
  invalid_token: 'psc_error',
  timeout: 'psc_timeout',
};

const PUBLIC_TEXT: Record<PscErrorCode, (provider: string) => Text> = {
  psc_error: (provider) => ({
    en: `The time-stamping provider ${provider} did not give a valid time stamp. Nothing was used up; please try again.`,
    es: `El proveedor de sellos de tiempo ${provider} no dio un sello válido. No se consumió nada; intente de nuevo.`,
  }),
  psc_timeout: (provider) => ({
    en: `The time-stamping provider ${provider} did not answer in time. Nothing was used up; please try again.`,
    es: `El proveedor de sellos de tiempo ${provider} no respondió a tiempo. No se consumió nada; intente de nuevo.`,
  }),
  psc_unavailable: (provider) => ({
    en: `The time-stamping provider ${provider} cannot be reached at the moment. Nothing was used up; please try again.`,
    es: `No se puede contactar al proveedor de sellos de tiempo ${provider} en este momento. No se consumió nada; intente de nuevo.`,
  }),
};
