/** Who may give, change and end which seats. */

import { AppError } from '../../kernel/errors.ts';
import type { Who } from '../../operations/operation.ts';
import { insufficientRole } from '../../operations/refusal.ts';
import type { Scope } from '../../operations/scopes.ts';
import { type Role, roleMay, scopeBeyond } from './roles.ts';

/** Only people can give and take away these roles, whatever scopes a key has. */
const NOT_FOR_KEYS: readonly Role[] = ['owner', 'admin'];

/**
 * To give or take away a seat, one must have all scopes of its role. So nobody gets more scopes than they have by way
 * of another person.
 */
export function assertMayGive(who: Who, role: Role): void {
  const actor = who.role as Role | undefined;
  if (actor === undefined) assertKeyMayGive(who, role);
  // Only the role decides, whatever the call asks to show in full.
  else {
    const lacking = scopeBeyond((scope) => roleMay(actor, scope), role);
    if (lacking !== undefined) throw insufficientRole(actor, lacking);
  }
}

function assertKeyMayGive(who: Who, role: Role): void {
  const lacking = scopeBeyond((scope) => who.may(scope as Scope), role);
  if (!NOT_FOR_KEYS.includes(role) && lacking === undefined) return;
  const why = NOT_FOR_KEYS.includes(role)
    ? { en: 'Only people can do that.', es: 'Solo lo puede hacer una persona.' }
    : {
        en: `The key lacks \`${lacking}\`, which the role has.`,
        es: `A la clave le falta \`${lacking}\`, que el rol tiene.`,
      };
  throw new AppError('insufficient_scope', {
    en: `This API key may not give, change or remove a seat with the role \`${role}\`. ${why.en}`,
    es: `Esta clave de API no puede dar, cambiar ni quitar un lugar con el rol \`${role}\`. ${why.es}`,
  });
}

export function noSuchPerson(): AppError {
  return new AppError('not_found', {
    en: 'There is no person with this id in your account. GET /people lists them.',
    es: 'No hay ninguna persona con este id en su cuenta. GET /people las enumera.',
  });
}

export function noSuchInvitation(): AppError {
  return new AppError('not_found', {
    en: 'There is no open invitation with this id in your account: it was accepted or revoked, or never existed. GET /people lists them.',
    es: 'No hay ninguna invitación abierta con este id en su cuenta: se aceptó, se revocó o nunca existió. GET /people las enumera.',
  });
}

export function lastOwner(): AppError {
  return new AppError('last_owner', {
    en: 'This is the only owner of the account, which would then belong to nobody. Make somebody else an owner first.',
    es: 'Es la única persona propietaria de la cuenta, que así quedaría sin nadie. Antes dé ese rol a otra persona.',
  });
}
