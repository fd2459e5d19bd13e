/** Checks the minimum of a waiver, which replaces that of the requirement and is counted in the same measure. */

import { measureOf, type Requirement } from '@sello/rules';
import type { Text } from '../../kernel/errors.ts';

export function waiverProblem(requirement: Requirement, minimum: number): Text | undefined {
  if (requirement.any_of) {
    if (minimum === 0) return undefined;
    return {
      en: 'must be 0: a requirement with alternatives can only be waived as a whole.',
      es: 'debe ser 0: un requisito con alternativas solo se puede dispensar por completo.',
    };
  }
  if (measureOf(requirement) === 'points' || Number.isInteger(minimum)) return undefined;
  return {
    en: 'must be a whole number: the requirement counts awards or categories.',
    es: 'debe ser un número entero: el requisito cuenta acreditaciones o categorías.',
  };
}
