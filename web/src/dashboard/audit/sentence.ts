/** An entry of the audit log as a sentence. */

import type { IconName } from '../../ui/icon.tsx';
import type { AuditEvent } from '../api.ts';
import type { AuditText } from './text.ts';

/** Current names of keys by id. */
export type KeyNames = ReadonlyMap<string, string>;

export function sentenceOf(event: AuditEvent, text: AuditText, keyNames: KeyNames): string {
  const { action, details } = event;
  const who = whoOf(event, text);
  if (!isKnown(action, text)) return text.other(who, action);
  if (action === 'allowance.grant') return text.sentences[action](who, String(details.certificates ?? '?'));
  if (action === 'passkey.add' || action === 'passkey.remove')
    return text.sentences[action](who, text.namedPasskey(String(details.name ?? '?')));
  return text.sentences[action](who, keyOf(event, text, keyNames));
}

function whoOf({ actor }: AuditEvent, text: AuditText): string {
  if (actor.type === 'operator') return text.operator;
  if (actor.type === 'member') return text.memberActor(actor.name);
  return actor.type === 'key' ? text.keyActor(actor.name) : actor.name;
}

/** The key's name at the time when the entry has it, else its current name. */
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
  ['course.', 'book'],
  ['roster.', 'book'],
  ['award.', 'check'],
  ['term.', 'clock'],
  ['renewal.', 'refresh'],
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
