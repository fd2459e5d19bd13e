/**
 * Decides at upload whether a sealed copy will be made: the PDF is judged before anything is bought, and one more
 * certificate is reserved for the copy.
 */

import type { IncomingBlob } from '../../files/ports.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { CertificateStore } from '../ports.ts';
import type { PdfSealer } from './ports.ts';
import { type Requester, SEAL_FAULTS, type SealFault, type SealOrder, type SealWish } from './seal.ts';

type OrderSealPorts = {
  certificates: Pick<CertificateStore, 'reserveAnother'>;
  pdfSealer: PdfSealer;
  now: Clock;
  newId: NewId;
  randomBytes: RandomBytes;
};

/** The order for a file that has arrived. Rejects if it must be sealed and cannot be. */
export async function orderSeal(
  ports: OrderSealPorts,
  { accountId, livemode, person }: Owner & { person?: Actor },
  wish: SealWish,
  blob: IncomingBlob,
): Promise<SealOrder> {
  await blob.sync();
  const fault = await ports.pdfSealer.judge(accountId, () => blob.readBack());
  if (fault !== undefined && wish === 'pdf') throw cannotBeSealed(fault);
  const order = {
    copyId: ports.newId('cert'),
    orderId: ports.newId('cert'),
    fileId: Uint8Array.from(ports.randomBytes(16)),
    orderedBy: person && requesterOf(person),
  };
  if (fault !== undefined) return { ...order, status: 'refused', fault, reservation: undefined };
  const reservation = livemode ? await setAside(ports, accountId) : undefined;
  return { ...order, status: 'queued', fault: undefined, reservation };
}

/** IP address and browser are in the audit entry of the original. */
function requesterOf({ type, id, role }: Actor): Requester {
  return { type, id, ...(role !== undefined && { role }) };
}

async function setAside({ certificates, now }: OrderSealPorts, accountId: Owner['accountId']) {
  const start = await certificates.reserveAnother(accountId, now());
  if (start === undefined) throw tooFewForCopy();
  return start;
}

function cannotBeSealed(fault: SealFault): AppError {
  const { en, es } = SEAL_FAULTS[fault];
  return new AppError('pdf_cannot_be_sealed', {
    en: `This PDF cannot be sealed: ${en} (${fault}). Nothing was used up. With seal=pdf_if_possible it is certified as it is.`,
    es: `Este PDF no se puede sellar: ${es} (${fault}). No se consumió nada. Con seal=pdf_if_possible se certifica tal como está.`,
  });
}

function tooFewForCopy(): AppError {
  return new AppError('allowance_exhausted', {
    en: 'A sealed copy takes two certificates, one for the original and one for the copy, and the account has fewer left. Nothing was used up. Leave out `seal`, or ask the operator of this service for more.',
    es: 'Una copia sellada consume dos certificados, uno para el original y otro para la copia, y a la cuenta le quedan menos. No se consumió nada. Omita `seal` o pida más al operador de este servicio.',
  });
}
