/** The fields of a member for which a correction can be requested, with their names for people. */
export const CORRECTED_FIELDS = {
  en: {
    given_name: 'Given name',
    first_surname: 'First surname',
    second_surname: 'Second surname',
    curp: 'CURP',
    rfc: 'RFC',
    professional_license: 'Professional license',
    specialty: 'Specialty',
    specialty_license: 'Specialty license',
  },
  es: {
    given_name: 'Nombre',
    first_surname: 'Primer apellido',
    second_surname: 'Segundo apellido',
    curp: 'CURP',
    rfc: 'RFC',
    professional_license: 'Cédula profesional',
    specialty: 'Especialidad',
    specialty_license: 'Cédula de especialidad',
  },
} as const;
