/** The names that tables use for the number of a professional licence. */

export const LICENSE_WORDS = [
  ...['Cédula profesional', 'Cédula', 'Número de cédula', 'Número de cédula profesional'],
  ...['Céd. prof.', 'Cédula prof.'],
  ...['License', 'Licence', 'License number', 'Licence number', 'Professional licence'],
];
