/** The member that the API description shows: a paediatrician who does not exist. */

import { EXAMPLE_TIMES, exampleId } from '../examples.ts';

export const EXAMPLE_NEW_MEMBER = {
  given_name: 'María',
  first_surname: 'Prueba',
  second_surname: 'Muestra',
  email: 'maria.prueba@example.com',
  phone: '+52 55 0000 0000',
  curp: 'PUMM850215MDFRSR02',
  rfc: 'PUMM850215XX1',
  professional_license: '0000001',
  specialty: 'Pediatría',
  specialty_license: '0000002',
  member_since: '2012-06-01',
  consent: { given_at: '2026-03-02', notice_version: '2026-01', channel: 'formulario en papel' },
  public_profile: true,
  public_fields: ['professional_license', 'diplomas'],
  external_id: 'padron-1',
  metadata: { capitulo: 'Jalisco' },
};

export const EXAMPLE_MEMBER_CHANGE = {
  email: 'maria.muestra@example.com',
  phone: null,
  metadata: { capitulo: 'Nayarit', hospital: null },
};

export const EXAMPLE_MEMBER = {
  id: exampleId('mem'),
  object: 'member',
  livemode: true,
  member_number: '00001',
  ...EXAMPLE_NEW_MEMBER,
  curp: '****************02',
  rfc: '***********X1',
  locale: 'es',
  status: 'active',
  suspended_on: null,
  suspend_reason: null,
  consent: {
    given_at: '2026-03-02T06:00:00.000Z',
    notice_version: '2026-01',
    channel: 'formulario en papel',
  },
  clock_id: null,
  public_url: 'https://sello.example/m/0Ejemplo00000000000001',
  ...EXAMPLE_TIMES,
};
