/**
 * What an export of a member shows, by file. A test compares this list with `person-data.ts` and with the schema: data
 * that is forgotten when a member is anonymised must be shown here, or be withheld with a reason.
 */

import type { Text } from '../../../kernel/errors.ts';
import { columns, type MemberFile, OF_MEMBER, OF_MEMBERSHIPS, REPORTED } from './member-file.ts';
import { OTHERS_TABLES } from './tables-of-others.ts';

const SECRET = 'opens the own page to anyone who has it';
const HASH = 'a keyed hash, by which the server finds the member';
const REPEATS = 'repeats other columns in a spelling for searches';
const LINKED = 'who of the council made the link';
const WORKING = 'is a progress marker of the program';
const CHAIN = 'a hash that chains the rows';

export const MEMBER_FILES: readonly MemberFile[] = [
  {
    file: 'member',
    table: 'members',
    what: {
      en: 'The record: name, address, identifiers, consent, and whatever else the council wrote about you.',
      es: 'El registro: nombre, correo, identificadores, consentimiento y lo demás que el consejo anotó sobre usted.',
    },
    shown: columns(
      `id livemode member_number given_name first_surname second_surname email own_email_key phone curp_sealed rfc_sealed
      professional_license specialty specialty_license locale member_since status suspended_on suspend_reason consent
      public_profile public_fields public_code was_public external_id metadata clock_id account_id created_at updated_at`,
    ),
    withheld: { curp_mac: HASH, rfc_mac: HASH, email_key: REPEATS, search_text: REPEATS },
    about: 'id = any($1)',
    order: 'id',
  },
  {
    file: 'memberships',
    table: 'memberships',
    what: { en: 'Your memberships in programs.', es: 'Sus membresías en programas.' },
    shown: columns(
      `id livemode member_id program_id starts_on first_term_number tracks status suspended_on suspend_reason ended_on
      end_reason external_id metadata effective_status term_id valid_until lapses_on lost_on anchor term_met account_id created_at updated_at`,
    ),
    withheld: {},
    about: OF_MEMBER,
    order: 'id',
  },
  {
    file: 'terms',
    table: 'membership_terms',
    what: {
      en: 'Their terms, with extensions, waivers and checklists, and the reasons that were given.',
      es: 'Sus periodos, con prórrogas, dispensas y listas de requisitos, y los motivos que se anotaron.',
    },
    shown: columns(
      `id livemode membership_id number program_version tracks starts_on ends_on extended_until extend_reason waivers
      checklist renewal_id is_void met counted missing_points lost_on account_id created_at updated_at`,
    ),
    withheld: { is_stale: WORKING },
    about: OF_MEMBERSHIPS,
    order: 'id',
  },
  {
    file: 'awards',
    table: 'awards',
    what: {
      en: 'Points that you were given, reported or refused, with evidence, notes and reasons.',
      es: 'Puntos que se le dieron, reportó o se le negaron, con evidencia, notas y motivos.',
    },
    shown: columns(
      `id livemode member_id course_id activity role completed_on hours attendance_percent score points evidence status
      decided_by decided_at decision_reason posting_id entry_seq external_id metadata account_id created_at updated_at`,
    ),
    withheld: { reporters: REPORTED },
    about: OF_MEMBER,
    order: 'id',
  },
  {
    file: 'ledger',
    table: 'ledger_entries',
    what: { en: 'The ledger of your points.', es: 'El libro de sus puntos.' },
    shown: columns('member_id seq kind award_id lines completed_on at'),
    withheld: { prev_hash: CHAIN, hash: CHAIN },
    about: OF_MEMBER,
    order: 'member_id, seq',
  },
  {
    file: 'badges',
    table: 'badges',
    what: { en: 'Your Open Badges.', es: 'Sus Open Badges.' },
    shown: columns('code livemode award_id credential replaced_at account_id created_at'),
    withheld: {
      sha256: 'the hash of the credential',
      list: 'its place among those of others',
      place: 'its place among those of others',
    },
    about: 'award_id in (select id from awards where member_id = any($1))',
    order: 'code',
  },
  {
    file: 'renewals',
    table: 'renewals',
    what: {
      en: 'Renewals: what was requested and decided, why, and based on which points.',
      es: 'Renovaciones: qué se pidió y decidió, por qué y con qué puntos.',
    },
    shown: columns(
      `id livemode membership_id term_id status basis reason requested_on decided_by decided_at decision_reason snapshot
      snapshot_met new_term_id ended_extension wants_constancia account_id created_at updated_at`,
    ),
    withheld: { snapshot_sha256: 'the hash of the snapshot', reporters: REPORTED },
    about: OF_MEMBERSHIPS,
    order: 'id',
  },
  {
    file: 'documents',
    table: 'documents',
    what: {
      en: 'Diplomas, constancias and transcripts that were made for you, and what is printed on them.',
      es: 'Diplomas, constancias e historiales que se hicieron de usted y lo que llevan impreso.',
    },
    shown: columns(
      `id livemode kind member_id award_id renewal_id asked status error message folio code content certificate_id reason
      replaced_by erased_at account_id created_at updated_at`,
    ),
    withheld: {
      requested_by: 'who of the council asked for it',
      claimed_by: WORKING,
      attempts: WORKING,
      due_at: WORKING,
    },
    about: OF_MEMBER,
    order: 'id',
  },
  {
    file: 'requests',
    table: 'member_requests',
    what: {
      en: 'Corrections that you asked for, and what was decided.',
      es: 'Correcciones que pidió y lo que se decidió.',
    },
    shown: columns(
      `id livemode member_id fields sealed status decided_by decided_at decision_reason told_at account_id created_at updated_at`,
    ),
    withheld: {},
    about: OF_MEMBER,
    order: 'id',
  },
  {
    file: 'evidence',
    table: 'member_evidence',
    what: {
      en: 'Files that you sent on your own page; the files themselves are in files/.',
      es: 'Archivos que envió en su página; los archivos mismos están en files/.',
    },
    shown: columns('id livemode member_id certificate_id award_id review_id note account_id created_at'),
    withheld: {},
    about: OF_MEMBER,
    order: 'id',
  },
  ...OTHERS_TABLES,
  {
    file: 'sessions',
    table: 'member_sessions',
    what: { en: 'When your own page was opened.', es: 'Cuándo se abrió su página.' },
    shown: columns('member_id opened_by is_own account_id created_at expires_at'),
    withheld: { token_hash: SECRET, made_by: LINKED },
    about: OF_MEMBER,
    order: 'created_at',
  },
  {
    file: 'browsers',
    table: 'member_browsers',
    what: {
      en: 'Browsers from which you have entered your page before.',
      es: 'Navegadores que la página conoce como suyos.',
    },
    shown: columns('member_id account_id expires_at'),
    withheld: { token_hash: SECRET },
    about: OF_MEMBER,
    order: 'expires_at',
  },
  {
    file: 'links',
    table: 'member_links',
    what: {
      en: 'A link to your page that was not used yet.',
      es: 'Un enlace a su página que aún no se ha usado.',
    },
    shown: columns('member_id account_id expires_at'),
    withheld: { token_hash: SECRET, made_by: LINKED },
    about: OF_MEMBER,
    order: 'expires_at',
  },
  {
    file: 'codes',
    table: 'member_codes',
    what: {
      en: 'A code that was mailed to you and not used yet.',
      es: 'Un código que se le envió y aún no se ha usado.',
    },
    shown: columns('member_id email tries account_id expires_at'),
    withheld: { subject: HASH, code_mac: SECRET },
    about: OF_MEMBER,
    order: 'expires_at',
  },
  {
    file: 'reminders',
    table: 'member_reminders',
    what: { en: 'Reminders that were mailed to you.', es: 'Recordatorios que se le enviaron.' },
    shown: columns('member_id term_id valid_until days account_id claimed_at'),
    withheld: {},
    about: OF_MEMBER,
    order: 'claimed_at',
  },
  {
    file: 'merged',
    table: 'merged_members',
    what: {
      en: 'Records of you that were merged into this one.',
      es: 'Registros suyos que se unieron a este.',
    },
    shown: columns('member_id into_id'),
    withheld: {},
    about: OF_MEMBER,
    order: 'member_id',
  },
];

/** Files that combine several tables. */
export const OTHER_FILES: readonly { file: string; what: Text }[] = [
  {
    file: 'posted-rows',
    what: {
      en: 'Rows about you in tables that the council posted: imports of members, rosters of courses and marks on checklists.',
      es: 'Filas sobre usted en tablas que el consejo envió: importaciones de miembros, listas de cursos y marcas en listas de requisitos.',
    },
  },
  {
    file: 'certificates',
    what: {
      en: 'The certificates of your papers: those issued to you, and evidence that is about you alone.',
      es: 'Los certificados de sus documentos: los emitidos a usted y la evidencia que trata solo de usted.',
    },
  },
  {
    file: 'history',
    what: {
      en: 'What was done to your record and when, and whether a person, a key, the operator or you did it.',
      es: 'Qué se hizo con su registro y cuándo, y si lo hizo una persona, una clave, el operador o usted.',
    },
  },
];

/** Tables of personal data that the export does not read, with the reason. */
export const NOT_READ: Readonly<Record<string, string>> = {
  posted_rows: 'decrypted and shown row by row in posted-rows.json',
  certificates: 'shown in certificates.json, in the form of the API',
  watch_news: 'that a standing changed, for the seconds until those who follow are told',
  certificate_search: 'repeats title and file name of a certificate',
  certificate_words: 'repeats title and file name of a certificate',
  batch_lots: 'repeats the description of a certificate',
  webhook_deliveries: 'repeats a certificate, and what a program of the council answered',
  idempotency_keys: 'repeats an answer of the API, for a day',
  legal_holds: 'the matter of a court; its reason is confidential',
  award_lines: 'repeats the points of an award',
};
