/** An entry of the audit log as a sentence. */

import type { IconName } from '../../ui/icon.tsx';
import type { AuditEvent } from '../api.ts';
import { placeOf } from './place.ts';
import type { AuditText } from './text.ts';

/** Current names of keys by id. */
export type KeyNames = ReadonlyMap<string, string>;

export function sentenceOf(event: AuditEvent, text: AuditText, keyNames: KeyNames): string {
  return partsOf(event, text, keyNames)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('');
}

/** A part of a sentence: plain words, or the name of a record with a link to its page. */
export type Part = string | { name: string; href: string };

/** The sentence, in which the record is named and linked. */
export function partsOf(event: AuditEvent, text: AuditText, keyNames: KeyNames, place = placeOf): Part[] {
  const { action, details } = event;
  const who = whoOf(event, text);
  if (!isKnown(action, text)) return [text.other(who, action)];
  if (action === 'allowance.grant')
    return [
      text.sentences[action](who, String(details.certificates ?? '?')),
      ...objectOf(event, text, place),
    ];
  if (action === 'award.decide') {
    const count = decidedIn(event);
    const sentence = text.sentences[action](who, String(count));
    // If several awards were decided, the entry names only the first. Its name is left out, because it would look like
    // the only one.
    return count > 1 && event.object?.type === 'award'
      ? [sentence]
      : [sentence, ...objectOf(event, text, place)];
  }
  if (action === 'passkey.add' || action === 'passkey.remove')
    return [text.sentences[action](who, text.namedPasskey(String(details.name ?? '?')))];
  const key = keyOf(event, text, keyNames);
  const sentence = text.sentences[action](who, key);
  if (action.startsWith('key.')) return linked(sentence, key, place(event.target ?? ''));
  return [sentence, ...objectOf(event, text, place)];
}

/** The entry lists the ids of the awards; for the awards of a roster it has only their number. */
function decidedIn({ details: { decided } }: AuditEvent): number {
  return Array.isArray(decided) ? decided.length : Number(decided ?? 0);
}

/**
 * Links the key's name in the sentence. It is searched from the end, because a person of the same name may come first.
 */
function linked(sentence: string, name: string, href: string | undefined): Part[] {
  const at = sentence.lastIndexOf(name);
  if (at < 0 || href === undefined) return [sentence];
  return [sentence.slice(0, at), { name, href }, sentence.slice(at + name.length)];
}

/** The name of any other record follows the sentence: `: Ética profesional (Ana Ruiz)`. */
function objectOf({ object, details }: AuditEvent, text: AuditText, place: typeof placeOf): Part[] {
  if (object === null) return [];
  const named = (name: string, id: string): Part => {
    const href = place(id);
    return href === undefined ? name : { name, href };
  };
  const { of } = object;
  const parts = [': ', named(object.name, object.id)];
  if (of !== null && of.name !== object.name) parts.push(' (', named(of.name, of.id), ')');
  const [seat, before] = [roleName(details.seat, text), roleName(details.before, text)];
  if (seat !== undefined)
    parts.push(', ', before === undefined ? text.asRole(seat) : text.fromRole(before, seat));
  return parts;
}

function roleName(role: unknown, { roles }: AuditText): string | undefined {
  if (typeof role !== 'string') return undefined;
  return Object.hasOwn(roles, role) ? roles[role as keyof typeof roles] : role;
}

/** A person with the role at the time, or a key with its maker. */
function whoOf({ actor }: AuditEvent, text: AuditText): string {
  if (actor.type === 'operator') return text.operator;
  if (actor.type === 'member') return text.memberActor(actor.name);
  if (actor.type === 'organizer') return text.organizerActor(actor.name);
  if (actor.type === 'key') return text.keyActor(actor.name, actor.made_by?.name);
  const role = roleName(actor.role, text);
  return role === undefined ? actor.name : `${actor.name} (${role})`;
}

/** The key's name at that time if the entry has it, otherwise the key's current name. */
function keyOf({ target, details }: AuditEvent, text: AuditText, keyNames: KeyNames): string {
  const name = typeof details.name === 'string' ? details.name : keyNames.get(target ?? '');
  return name === undefined ? text.someKey : text.namedKey(name);
}

type Action = keyof AuditText['sentences'];

function isKnown(action: string, text: AuditText): action is Action {
  return Object.hasOwn(text.sentences, action);
}

const ICONS: readonly (readonly [string, IconName])[] = [
  ['key.', 'key'],
  ['webhook.', 'bell'],
  ['session.open_failed', 'alert'],
  ['session.close', 'logout'],
  ['session.', 'user'],
  ['single_sign_on.', 'user'],
  ['password.', 'lock'],
  ['passkey.', 'passkey'],
  ['second_factor.', 'shield'],
  ['recovery_codes.', 'shield'],
  ['certificate.', 'document'],
  ['batch.', 'block'],
  ['deletion.', 'trash'],
  ['account.close', 'trash'],
  ['account.', 'user'],
  ['allowance.', 'plus'],
  ['member.log_in', 'user'],
  ['member.anonymise', 'trash'],
  ['member.identify', 'eye'],
  ['member', 'people'],
  ['import.', 'people'],
  ['organizer.', 'people'],
  ['course.', 'book'],
  ['roster.', 'book'],
  ['marking.', 'check'],
  ['watch.', 'eye'],
  ['award.', 'check'],
  ['term.', 'clock'],
  ['renewal.', 'refresh'],
  ['draw.', 'people'],
  ['review.', 'shield'],
  ['document.', 'document'],
  ['program.', 'settings'],
  ['council.', 'settings'],
  ['hold.', 'lock'],
];

export function iconOf(action: string): IconName {
  return ICONS.find(([start]) => action.startsWith(start))?.[1] ?? 'info';
}

/** Highlighted, because the owner should check it. */
export function isGrave(action: string): boolean {
  return [
    'session.open_failed',
    'second_factor.disable',
    'passkey.add',
    'passkey.remove',
    'key.revoke',
    'deletion.request',
    'member.anonymise',
    'member.identify',
    'hold.add',
    'hold.remove',
  ].includes(action);
}
