/** The words of the public pages of draws, in both languages. */

import type { Language } from '../../../http/language.ts';
import type { DrawStatus } from '../draw.ts';

const es = {
  list: 'Sorteos de verificación',
  listHow:
    'El consejo revisa a una parte de sus miembros. A quién le toca lo decide un sorteo que cualquiera puede volver a hacer. Los números no tienen huecos: un sorteo cancelado sigue aquí con su sello.',
  none: 'El consejo todavía no ha sellado ningún sorteo.',
  unknown: 'No encontrado',
  unknownBecause: 'No hay ningún sorteo sellado en esta dirección. Revise que esté completa.',
  title: (number: number) => `Sorteo de verificación ${number}`,
  verdict: {
    draft: '',
    sealing: 'Sellándose',
    sealed: 'Sellado: espera su bloque',
    drawn: 'Sorteado',
    cancelled: 'Cancelado',
  } satisfies Record<DrawStatus, string>,
  because: {
    draft: '',
    sealing: 'La lista ya no cambia. Falta su certificado.',
    sealed:
      'La lista está certificada. Decide el primer bloque posterior a su sello de tiempo, que todavía no existía cuando se selló.',
    drawn: 'El bloque decidió a quién se revisa. Con los datos de esta página cualquiera lo comprueba.',
    cancelled: 'El consejo canceló este sorteo. Su número, su sello y su resultado siguen siendo públicos.',
  } satisfies Record<DrawStatus, string>,
  reason: 'Motivo',
  operator:
    'Los bloques de esta cadena los hace quien opera este servicio. El sorteo no prueba nada frente a esa persona.',
  test: 'Sorteo de prueba: nadie fue revisado.',
  council: 'Consejo',
  program: 'Programa',
  period: 'Periodo',
  to: 'al',
  share: 'Se sortea',
  allCandidates: (candidates: number) =>
    candidates === 1 ? 'la única membresía que hay' : `todas: ${candidates} membresías`,
  ofCandidates: (share: string, candidates: string) => `${share} de ${candidates} membresías`,
  seal: 'Sello',
  stampedAt: 'Sello de tiempo de la lista',
  hash: 'Huella SHA-256 de la lista',
  chain: 'Cadena',
  fromBlock: 'Bloque más bajo que puede decidir',
  finality: 'Un bloque cuenta cuando',
  finalized: 'la cadena lo da por definitivo',
  depth: (blocks: string) => (blocks === '1' ? 'tiene 1 bloque encima' : `tiene ${blocks} bloques encima`),
  mexicoTime: 'hora del centro de México',
  result: 'Resultado',
  block: 'Bloque que decidió',
  blockHash: 'Hash del bloque (la semilla)',
  blockTime: 'Hora del bloque',
  drawn: 'Sorteados',
  outcomes: 'Revisiones',
  outcome: {
    open: (count: number) => (count === 1 ? '1 abierta' : `${count} abiertas`),
    passed: (count: number) => (count === 1 ? '1 aprobada' : `${count} aprobadas`),
    failed: (count: number) => (count === 1 ? '1 no aprobada' : `${count} no aprobadas`),
    excused: (count: number) => (count === 1 ? '1 dispensada' : `${count} dispensadas`),
    cancelled: (count: number) => (count === 1 ? '1 cancelada' : `${count} canceladas`),
  },
  check: 'Compruébelo',
  checkHow:
    'Ordene los compromisos de la lista según SHA-256(hash del bloque ‖ compromiso), de menor a mayor, y tome los primeros. Un compromiso es SHA-256(sal ‖ id de la membresía): solo el miembro y el consejo tienen la sal, así que la lista no dice quién es miembro.',
  asJson: 'Los datos (JSON)',
  sealedList: 'La lista sellada (JSON)',
  certificate: 'El certificado de la lista',
  footer: 'Lo publica el consejo. La página no dice a quién se revisa.',
};

export type DrawPageWords = typeof es;

const en: DrawPageWords = {
  list: 'Verification draws',
  listHow:
    'The council reviews some of its members. A draw, which anybody can repeat, decides who is reviewed. The numbers have no gaps: a cancelled draw stays here with its seal.',
  none: 'The council has not sealed a draw yet.',
  unknown: 'Not found',
  unknownBecause: 'There is no sealed draw at this address. Check that the address is complete.',
  title: (number) => `Verification draw ${number}`,
  verdict: {
    draft: '',
    sealing: 'Being sealed',
    sealed: 'Sealed: waiting for its block',
    drawn: 'Drawn',
    cancelled: 'Cancelled',
  },
  because: {
    draft: '',
    sealing: 'The list can no longer change. It does not have its certificate yet.',
    sealed:
      'The list is certified. The first block after its time stamp decides. That block did not exist yet when the list was sealed.',
    drawn: 'The block decided who is reviewed. Anybody can check that with the data on this page.',
    cancelled: 'The council cancelled this draw. Its number, its seal and its result stay public.',
  },
  reason: 'Reason',
  operator:
    'Whoever operates this service makes the blocks of this chain. The draw proves nothing against that operator.',
  test: 'A test draw: nobody was reviewed.',
  council: 'Council',
  program: 'Program',
  period: 'Period',
  to: 'to',
  share: 'To be drawn',
  allCandidates: (candidates) =>
    candidates === 1 ? 'the only membership there is' : `all ${candidates} memberships`,
  ofCandidates: (share, candidates) => `${share} of ${candidates} memberships`,
  seal: 'Seal',
  stampedAt: 'Time stamp of the list',
  hash: 'SHA-256 fingerprint of the list',
  chain: 'Chain',
  fromBlock: 'Lowest block that may decide',
  finality: 'A block counts when',
  finalized: 'the chain says that it is final',
  depth: (blocks) => (blocks === '1' ? 'it has 1 block on top' : `it has ${blocks} blocks on top`),
  mexicoTime: 'Mexico City time',
  result: 'Result',
  block: 'Block that decided',
  blockHash: 'Hash of the block (the seed)',
  blockTime: 'Time of the block',
  drawn: 'Drawn',
  outcomes: 'Reviews',
  outcome: {
    open: (count) => `${count} open`,
    passed: (count) => `${count} passed`,
    failed: (count) => `${count} failed`,
    excused: (count) => `${count} excused`,
    cancelled: (count) => `${count} cancelled`,
  },
  check: 'Check it',
  checkHow:
    'Sort the commitments of the list by SHA-256(block hash ‖ commitment), ascending, and take the first ones. A commitment is SHA-256(salt ‖ membership id). Only the member and the council have the salt, so the list does not reveal who is a member.',
  asJson: 'The data (JSON)',
  sealedList: 'The sealed list (JSON)',
  certificate: 'The certificate of the list',
  footer: 'Published by the council. This page does not reveal who is reviewed.',
};

export const DRAW_PAGE_WORDS: Record<Language, DrawPageWords> = { es, en };
