/** The standing of a membership, in words for documents. */

import type { Bilingual } from '../../../proofs/constancia/facts.ts';
import type { Standing } from '../../standing/standing.ts';

export function inWords(standing: Standing): Bilingual {
  return STANDINGS[standing];
}

const STANDINGS: Record<Standing, Bilingual> = {
  scheduled: { es: 'Aún no comienza', en: 'Not begun' },
  delinquent: { es: 'Sin vigencia: le falta algo de un año', en: 'Not in force: a year was missed' },
  current: { es: 'Vigente', en: 'Current' },
  grace: { es: 'En periodo de gracia', en: 'In grace' },
  lapsed: { es: 'Vencida', en: 'Lapsed' },
  suspended: { es: 'Suspendida', en: 'Suspended' },
  ended: { es: 'Terminada', en: 'Ended' },
};
