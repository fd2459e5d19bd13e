/** A refusal as a value: for a row it is reported in the row, for a single request it is thrown. */

import { AppError, type ErrorCode, type Text } from '../kernel/errors.ts';
import type { Who } from './operation.ts';
import type { Scope } from './scopes.ts';

export type Refusal = { code: ErrorCode; text: Text };

export function refusal(code: ErrorCode, en: string, es: string): Refusal {
  return { code, text: { en, es } };
}

export function refuse({ code, text }: Refusal): never {
  throw new AppError(code, text);
}

/**
 * Throws unless the caller has this scope. It is for operations that need a second scope besides the one that admitted
 * the caller.
 */
export function assertMay(who: Pick<Who, 'may' | 'role'>, scope: Scope): void {
  if (who.may(scope)) return;
  if (who.role !== undefined) throw insufficientRole(who.role, scope);
  throw new AppError(
    'insufficient_scope',
    {
      en: `This API key lacks the scope \`${scope}\`. Add it to the key in the dashboard.`,
      es: `A esta clave de API le falta el permiso \`${scope}\`. Agréguelo a la clave en el panel.`,
    },
    { headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` } },
  );
}

/** `scope`: what the role lacks. */
export function insufficientRole(role: string, scope: string): AppError {
  if (scope === 'owner')
    return new AppError('insufficient_role', {
      en: `Your role in this account is \`${role}\`, and only an \`owner\` may do this. Ask an owner of the account.`,
      es: `Su rol en esta cuenta es \`${role}\` y solo un \`owner\` puede hacer esto. Pídalo a un propietario de la cuenta.`,
    });
  return new AppError('insufficient_role', {
    en: `Your role in this account is \`${role}\`, which lacks \`${scope}\`. Ask an owner or admin of the account for a role that has it.`,
    es: `Su rol en esta cuenta es \`${role}\`, al que le falta \`${scope}\`. Pida a un propietario o administrador de la cuenta un rol que lo tenga.`,
  });
}

/** Nothing in a suspended account can be changed. What it has can still be read, and verified by everybody. */
export function accountSuspended(): AppError {
  return new AppError('account_suspended', {
    en: 'The operator of this service has suspended this account: nothing can be changed in it and its API keys are refused. Its certificates, proofs and public pages stay valid and can be read. Ask the operator.',
    es: 'El operador de este servicio suspendió esta cuenta: no se puede cambiar nada en ella y sus claves de API se rechazan. Sus certificados, pruebas y páginas públicas siguen siendo válidos y se pueden leer. Pregunte al operador.',
  });
}

/** The error if the state of a record forbids the change; the message names the current and the requested state. */
export function invalidTransition(what: string, from: string, to: string, mend: { en: string; es: string }) {
  return refusal(
    'invalid_transition',
    `\`${what}\` is \`${from}\` and cannot become \`${to}\`. ${mend.en}`,
    `\`${what}\` está en \`${from}\` y no puede pasar a \`${to}\`. ${mend.es}`,
  );
}
