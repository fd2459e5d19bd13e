/** What tables call the number of a professional's licence. */

export const LICENSE_WORDS = [
  ...['Cédula profesional', 'Cédula', 'Número de cédula', 'Número de cédula profesional'],
  ...['Céd. prof.', 'Cédula prof.'],
  ...['License', 'Licence', 'License number', 'Licence number', 'Professional licence'],
];
