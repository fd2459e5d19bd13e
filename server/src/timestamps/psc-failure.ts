/** How a provider failed: a class for the operator, and an error for the caller. */

import { AppError, type ErrorCode, type Text } from '../kernel/errors.ts';
import type { PscFailureClass } from './psc.ts';

type PscFailureOptions = {
  cause?: unknown;
  /** True if the next request would fail too. Only such failures count towards the breaker. */
  isProviderFault?: boolean;
  /** Whether another provider may be asked for the same time stamp. */
  mayAskNext?: boolean;
  /** The provider may have stamped and charged for it, although we did not get the answer. */
  isOutcomeUnknown?: boolean;
  /** The provider's own `Retry-After`. */
  retryAfterSeconds?: number | undefined;
  /** The message for the caller instead of the usual one. */
  text?: Text;
};

export class PscFailure extends Error {
  readonly failureClass: PscFailureClass;
  readonly isProviderFault: boolean;
  readonly mayAskNext: boolean;
  readonly isOutcomeUnknown: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly text: Text | undefined;

  /** `reason` is for the operator's log: it must not hold a credential and is never sent to a caller. */
  constructor(failureClass: PscFailureClass, reason: string, options: PscFailureOptions = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PscFailure';
    this.failureClass = failureClass;
    this.isProviderFault = options.isProviderFault ?? USUALLY[failureClass].isProviderFault;
    this.mayAskNext = options.mayAskNext ?? USUALLY[failureClass].mayAskNext;
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.text = options.text;
  }
}

/**
 * What each class usually means. A refused request is not the provider's fault, and asking another provider would hide
 * what is wrong with our request. An invalid token points to a wrong configuration or a man in the middle. Going on to
 * the next provider would hide that, and every stamp would be paid for twice. So the caller gets an error. Five
 * failures in a row open the breaker, which is logged.
 */
const USUALLY: Record<PscFailureClass, { isProviderFault: boolean; mayAskNext: boolean }> = {
  unreachable: { isProviderFault: true, mayAskNext: true },
  rejected: { isProviderFault: false, mayAskNext: false },
  out_of_credit: { isProviderFault: true, mayAskNext: true },
  invalid_token: { isProviderFault: true, mayAskNext: false },
  timeout: { isProviderFault: true, mayAskNext: true },
};

/**
 * The failure if the provider refuses us as its customer, and not only this request: wrong credentials, a blocked
 * account, or its own fault.
 */
export function refusesUs(reason: string, options: PscFailureOptions = {}): PscFailure {
  return new PscFailure('rejected', reason, { isProviderFault: true, mayAskNext: true, ...options });
}

const RETRY_AFTER_SECONDS = 5;

export function asAppError(failure: PscFailure, provider: string): AppError {
  // The operator sees a lost connection as `unreachable`. The caller gets `psc_unavailable` only if nothing was sent.
  const code =
    failure.isOutcomeUnknown && failure.failureClass === 'unreachable'
      ? 'psc_error'
      : CODES[failure.failureClass];
  return new AppError(code, failure.text ?? PUBLIC_TEXT[code](provider), {
    cause: failure,
    retryAfterSeconds: failure.retryAfterSeconds ?? RETRY_AFTER_SECONDS,
  });
}

/** The error while every provider's breaker is open. */
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
    en: `The time-stamping provider ${provider} did not give a valid time stamp. Nothing was used up; please try again in {wait}.`,
    es: `El proveedor de sellos de tiempo ${provider} no dio un sello válido. No se consumió nada; intente de nuevo en {wait}.`,
  }),
  psc_timeout: (provider) => ({
    en: `The time-stamping provider ${provider} did not answer in time. Nothing was used up; please try again in {wait}.`,
    es: `El proveedor de sellos de tiempo ${provider} no respondió a tiempo. No se consumió nada; intente de nuevo en {wait}.`,
  }),
  psc_unavailable: (provider) => ({
    en: `The time-stamping provider ${provider} cannot be reached at the moment. Nothing was used up; please try again in {wait}.`,
    es: `No se puede contactar al proveedor de sellos de tiempo ${provider} en este momento. No se consumió nada; intente de nuevo en {wait}.`,
  }),
};
