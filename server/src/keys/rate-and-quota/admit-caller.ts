/**
 * Admits a call, or refuses it with the reason: unknown key, missing scope, rate or quota exceeded. `pg-access.ts`
 * counts the calls.
 */

import type { Clock } from '../../kernel/clock.ts';
import { secondsUntil } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountRead } from '../../operations/account-read.ts';
import { accountSuspended } from '../../operations/refusal.ts';
import { type AnyOfScopes, DESK_SCOPE, type KeyScope, mainScope } from '../../operations/scopes.ts';
import {
  type Caller,
  type CallerLimits,
  isOfOrganizer,
  nextMonth,
  type Refusal,
  type SecretHash,
} from '../key.ts';
import type { Access, Admission } from '../ports.ts';

export type Admitted<T> = Extract<Admission<T>, { verdict: 'admitted' }>;

/** A refusal that still carries the caller's limits, for the RateLimit headers. */
export class RefusedError extends AppError {
  readonly limits: CallerLimits | undefined;
  readonly caller: Caller | undefined;

  constructor(error: AppError, limits: CallerLimits | undefined, caller: Caller | undefined) {
    super(error.code, error.text, {
      headers: error.headers,
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    });
    this.limits = limits;
    this.caller = caller;
  }
}

export async function admit<T>(
  ports: { access: Access; now: Clock },
  secretHash: SecretHash,
  scope: AnyOfScopes,
  read: AccountRead<T>,
): Promise<Admitted<T>> {
  const now = ports.now();
  const admission = await ports.access.admit(secretHash, scope, now, read);
  if (admission.verdict === 'admitted') return admission;
  const { verdict, limits, caller } = admission;
  const refusal =
    verdict === 'insufficient_scope' && caller !== undefined && isOfOrganizer(caller)
      ? notAtTheDesk()
      : refusalOf(verdict, mainScope(scope), limits, now);
  throw new RefusedError(refusal, limits, caller);
}

export function missingKey(): AppError {
  return new AppError(
    'unauthorized',
    {
      en: 'No API key was sent. Add the header `Authorization: Bearer <API_KEY>`; keys are made in the dashboard, section API keys.',
      es: 'No se envió una clave de API. Agregue el encabezado `Authorization: Bearer <API_KEY>`; las claves se crean en el panel, sección Claves de API.',
    },
    { headers: CHALLENGE },
  );
}

/** A missing `Bearer` is reported first, even if the key is wrong too. */
export function keyWithoutBearer(): AppError {
  return new AppError(
    'invalid_api_key',
    {
      en: 'The header `Authorization` must be the word Bearer, a blank and the API key: `Authorization: Bearer <API_KEY>`.',
      es: 'El encabezado `Authorization` debe ser la palabra Bearer, un espacio y la clave de API: `Authorization: Bearer <API_KEY>`.',
    },
    { headers: CHALLENGE },
  );
}

export function invalidKey(): AppError {
  return new AppError(
    'invalid_api_key',
    {
      en: 'The API key is not valid. Check that it was copied completely, or make a new one in the dashboard.',
      es: 'La clave de API no es válida. Revise que se haya copiado completa o cree una nueva en el panel.',
    },
    { headers: CHALLENGE },
  );
}

const CHALLENGE = { 'www-authenticate': 'Bearer' };

/** The error for an organiser's key everywhere but at the organiser's desk. */
export function notAtTheDesk(): AppError {
  return new AppError('insufficient_scope', {
    en: 'This is the key of an organiser of courses. It proposes courses and sends rosters at the addresses below `/desk`, and reaches nothing else. For this call, use a key of the council.',
    es: 'Esta es la clave de un organizador de cursos. Propone cursos y envía listas en las direcciones que empiezan con `/desk` y no llega a nada más. Para esta solicitud use una clave del consejo.',
  });
}

function missingScope(scope: KeyScope): AppError {
  return new AppError(
    'insufficient_scope',
    {
      en: `This API key lacks the scope \`${scope}\`. Add it to the key in the dashboard.`,
      es: `A esta clave de API le falta el permiso \`${scope}\`. Agréguelo a la clave en el panel.`,
    },
    { headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` } },
  );
}

function forOrganizersAlone(): AppError {
  return new AppError('insufficient_scope', {
    en: 'This API key lacks the scope `desk`, which only keys of organisers of courses have. Make one in the dashboard, on the page of the organiser.',
    es: 'A esta clave de API le falta el permiso `desk`, que solo tienen las claves de organizadores de cursos. Cree una en el panel, en la página del organizador.',
  });
}

export function refusalOf(
  verdict: Refusal,
  scope: KeyScope,
  limits: CallerLimits | undefined,
  now: Date,
): AppError {
  switch (verdict) {
    case 'unknown':
      return invalidKey();
    case 'revoked':
      return new AppError(
        'api_key_revoked',
        {
          en: 'This API key was revoked. Make a new one in the dashboard.',
          es: 'Esta clave de API fue revocada. Cree una nueva en el panel.',
        },
        { headers: CHALLENGE },
      );
    case 'expired':
      return new AppError(
        'api_key_expired',
        {
          en: 'This API key has expired. Make a new one in the dashboard.',
          es: 'Esta clave de API expiró. Cree una nueva en el panel.',
        },
        { headers: CHALLENGE },
      );
    case 'account_suspended':
      return accountSuspended();
    case 'insufficient_scope':
      return scope === DESK_SCOPE ? forOrganizersAlone() : missingScope(scope);
    case 'rate_limit_exceeded': {
      const seconds = secondsUntil(limits?.minuteOpensAt ?? now, now);
      return new AppError(
        'rate_limit_exceeded',
        {
          en: `More than ${limits?.ratePerMinute} requests in 60 seconds. Wait {wait}, or raise the key's limit in the dashboard.`,
          es: `Más de ${limits?.ratePerMinute} solicitudes en 60 segundos. Espere {wait} o aumente el límite de la clave en el panel.`,
        },
        { retryAfterSeconds: seconds },
      );
    }
    case 'quota_exceeded':
      return new AppError(
        'quota_exceeded',
        {
          en: `The key's ${limits?.monthlyQuota} requests for this month are used up. The count starts again on the first of next month (UTC), in {wait}; the quota can be raised in the dashboard.`,
          es: `Las ${limits?.monthlyQuota} solicitudes de la clave en este mes se agotaron. Se renuevan el primer día del mes próximo (UTC), en {wait}; la cuota se puede aumentar en el panel.`,
        },
        { retryAfterSeconds: secondsUntil(nextMonth(now), now) },
      );
  }
}
