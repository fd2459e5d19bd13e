import type { ConstanciaWriter } from '../ports-constancia.ts';

/**
 * A library for PDF and one for fonts take half a second and 70 MB to load. Commands and workers never print
 * anything, so both wait for the first constancia.
 */
export const constanciaWriter: ConstanciaWriter = {
  async write(facts) {
    const { writeConstancia } = await import('./constancia-pdf.ts');
    return writeConstancia(facts);
  },
};
