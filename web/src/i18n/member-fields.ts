/** The fields of a member that a correction may be asked for, by their names for people. */
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
