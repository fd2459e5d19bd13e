/** Why a certificate is not begun, or not written. */

import { AppError } from '../kernel/errors.ts';
import { keyReused } from '../operations/idempotency/idempotency-key.ts';
import type { CertificateStart } from './ports.ts';

export function assertMayGo(
  start: CertificateStart,
  idempotencyKey = '',
): asserts start is Extract<CertificateStart, { outcome: 'go' }> {
  switch (start.outcome) {
    case 'allowance_exhausted':
      throw allowanceExhausted();
    case 'reused':
      throw keyReused(idempotencyKey);
    case 'in_progress':
      throw new AppError(
        'idempotency_in_progress',
        {
          en: 'A request with this Idempotency-Key is still running. Try again in {wait} to get its answer.',
          es: 'Una solicitud con esta Idempotency-Key sigue en curso. Intente de nuevo en {wait} para obtener su respuesta.',
        },
        { retryAfterSeconds: 1 },
      );
  }
}

export function allowanceExhausted(): AppError {
  return new AppError('allowance_exhausted', {
    en: 'The account has no certificates left. Ask the operator of this service for more, or try with a test key.',
    es: 'La cuenta ya no tiene certificados disponibles. Pida más al operador de este servicio o pruebe con una clave de prueba.',
  });
}

export function reservationLost(): AppError {
  return new AppError(
    'storage_unavailable',
    {
      en: 'The connection to storage was lost while certifying. Nothing was changed; please try again in {wait}.',
      es: 'Se perdió la conexión con el almacenamiento al certificar. No se cambió nada; intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: 2 },
  );
}
