/** The columns of a roster, with the words that organisers use for them. */

import { LICENSE_WORDS } from '../posted-tables/read/license-words.ts';
import type { TableFields } from '../posted-tables/read/table-fields.ts';

export const ROSTER_FIELDS: TableFields = {
  words: {
    member_id: ['Id de miembro', 'Id del miembro'],
    member_number: [
      ...['Número de miembro', 'Número de socio', 'Número de afiliado', 'Número de agremiado'],
      ...[
        'Número de colegiado',
        'Número de asociado',
        'Número de registro',
        'Número de membresía',
        'Matrícula',
      ],
      ...['Clave de socio', 'Socio', 'Registro', 'Member number', 'Membership number'],
    ],
    professional_license: LICENSE_WORDS,
    curp: ['CURP', 'Clave única de registro de población', 'Clave única'],
    email: ['Correo', 'Correo electrónico', 'Correo-e', 'Mail', 'E-mail', 'Email', 'Email address'],
    role: ['Rol', 'Papel', 'Participación', 'Tipo de participación', 'Calidad', 'Participa como'],
    completed_on: [
      ...[
        'Fecha',
        'Fecha de término',
        'Fecha de conclusión',
        'Terminado',
        'Concluido',
        'Completado',
        'Término',
      ],
      ...['Date', 'Completed', 'Completion date'],
    ],
    attendance_percent: [
      ...['Asistencia', 'Porcentaje de asistencia', '% de asistencia', 'Asistencia %', 'Attendance'],
      ...['Attendance percent', 'Attendance %'],
    ],
    score: ['Calificación', 'Puntaje', 'Resultado', 'Grade', 'Mark'],
    hours: ['Horas', 'Horas cursadas', 'Número de horas', 'Hours attended'],
    points: ['Puntos', 'Puntos EC', 'Créditos', 'Credits'],
    external_id: ['Id externo', 'Identificador', 'Identificador externo', 'External identifier'],
  },
  labels: {
    member_number: { es: 'Número de miembro', en: 'Member number' },
    professional_license: { es: 'Cédula profesional', en: 'Professional license' },
    curp: { es: 'CURP', en: 'CURP' },
    email: { es: 'Correo electrónico', en: 'Email' },
    role: { es: 'Participación', en: 'Role' },
    completed_on: { es: 'Fecha de término', en: 'Completion date' },
    attendance_percent: { es: 'Asistencia %', en: 'Attendance %' },
    score: { es: 'Calificación', en: 'Score' },
    hours: { es: 'Horas', en: 'Hours' },
    points: { es: 'Puntos', en: 'Points' },
    external_id: { es: 'Identificador externo', en: 'External id' },
  },
  kinds: { completed_on: 'day', attendance_percent: 'percent', role: 'role' },
};
