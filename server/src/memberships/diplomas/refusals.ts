/** Reasons why there is no diploma. */

import { AppError } from '../../kernel/errors.ts';
import { type Refusal, refusal } from '../../operations/refusal.ts';
import type { Award } from '../awards/award.ts';
import { notReady } from '../documents/document.ts';

/** Only an approved award gets a diploma. */
export function noDiplomaFor({ id, status }: Pick<Award, 'id' | 'status'>): Refusal {
  return refusal(
    'invalid_transition',
    `\`${id}\` is \`${status}\`; a diploma needs an award that is \`approved\`.`,
    `\`${id}\` está en \`${status}\`; un diploma necesita una acreditación en \`approved\`.`,
  );
}

export function noDiplomaYet() {
  return notReady(
    {
      en: 'There is no diploma of this award yet. Make it with POST to this address.',
      es: 'Todavía no hay diploma de esta acreditación. Hágalo con POST a esta dirección.',
    },
    5,
  );
}

export function inTheQueue() {
  return notReady(
    {
      en: 'The diploma is in the queue. Try again in {wait}, or make it now with POST to this address.',
      es: 'El diploma está en la cola. Intente de nuevo en {wait} o hágalo ahora con POST a esta dirección.',
    },
    2,
  );
}

export function diplomaFailed(error: string | undefined) {
  return notReady(
    {
      en: `The diploma could not be made (\`${error}\`). Ask for it again with POST to this address.`,
      es: `No se pudo hacer el diploma (\`${error}\`). Pídalo de nuevo con POST a esta dirección.`,
    },
    60,
  );
}

/** The error is the same as for any other file that is no longer kept. */
export function diplomaErased() {
  return new AppError('file_not_stored', {
    en: 'The PDF is not kept any more. Its certificate and proofs are.',
    es: 'El PDF ya no se conserva. Su certificado y sus pruebas sí.',
  });
}
