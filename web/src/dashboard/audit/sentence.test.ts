import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../server/src/audit/actions.ts';
import type { AuditEvent } from '../api.ts';
import { partsOf, sentenceOf } from './sentence.ts';
import { TEXT } from './text.ts';

const names = new Map([['key_1', 'Servidor']]);

function person(name: string, role: string | null): AuditEvent['actor'] {
  return { type: 'person', id: 'per_1', name, role, made_by: null };
}

function key(name: string, maker: string | undefined): AuditEvent['actor'] {
  const made_by = maker === undefined ? null : { id: 'per_1', name: maker };
  return { type: 'key', id: 'key_1', name, role: null, made_by };
}

function event(action: string, more: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: '1',
    at: '2026-01-31T12:00:00.000Z',
    action,
    actor: person('Ana', null),
    ip: null,
    user_agent: null,
    target: null,
    object: null,
    mode: null,
    details: {},
    ...more,
  };
}

test('a key has the name from the entry, else its current one', () => {
  const changed = event('key.change', { target: 'key_1', details: { name: 'Antes' } });
  expect(sentenceOf(changed, TEXT.es, names)).toBe('Ana modificó la clave «Antes»');
  expect(sentenceOf(event('key.rotate', { target: 'key_1' }), TEXT.en, names)).toBe(
    'Ana rotated the secret of the key “Servidor”',
  );
  expect(sentenceOf(event('key.revoke', { target: 'key_2' }), TEXT.en, names)).toBe('Ana revoked a key');
});

test('operators and keys are distinguished from people', () => {
  const grant = event('allowance.grant', {
    actor: { ...person('operator', null), type: 'operator' },
    details: { certificates: 50 },
  });
  expect(sentenceOf(grant, TEXT.es, names)).toBe('El operador otorgó 50 certificados');
  expect(sentenceOf(event('certificate.create', { actor: key('CI', undefined) }), TEXT.es, names)).toBe(
    'La clave «CI» creó un certificado',
  );
});

test('a person is shown with the role at the time, and a key with its maker', () => {
  const decided = event('award.approve', { actor: person('Eva', 'approver') });
  expect(sentenceOf(decided, TEXT.es, names)).toBe('Eva (aprobador) aprobó una acreditación');
  const made = event('certificate.create', { actor: key('CI', 'Ana') });
  expect(sentenceOf(made, TEXT.en, names)).toBe('The key “CI”, made by Ana, created a certificate');
});

test('the record is named and linked to its page; an award is linked to its member', () => {
  const of = { type: 'member', id: 'mem_1', name: 'Ana Ruiz' };
  const award = event('award.approve', {
    target: 'awd_1',
    object: { type: 'award', id: 'awd_1', name: 'Ética', of },
  });
  expect(partsOf(award, TEXT.es, names)).toEqual([
    'Ana aprobó una acreditación',
    ': ',
    'Ética',
    ' (',
    { name: 'Ana Ruiz', href: '/memberships/members/mem_1' },
    ')',
  ]);
  const rotated = event('key.rotate', { actor: person('la clave «Servidor»', null), target: 'key_1' });
  expect(partsOf(rotated, TEXT.es, names)).toEqual([
    'la clave «Servidor» rotó el secreto de ',
    { name: 'la clave «Servidor»', href: '/keys' },
    '',
  ]);
});

test('decisions say how many awards, and name the only one', () => {
  const object = { type: 'award', id: 'awd_1', name: 'Ética', of: null };
  const one = event('award.decide', { target: 'awd_1', object, details: { decided: ['awd_1'] } });
  expect(sentenceOf(one, TEXT.es, names)).toBe('Ana resolvió 1 acreditación: Ética');
  const many = event('award.decide', { target: 'awd_1', object, details: { decided: ['awd_1', 'awd_2'] } });
  expect(sentenceOf(many, TEXT.es, names)).toBe('Ana resolvió 2 acreditaciones');
  const roster = { type: 'roster', id: 'rst_1', name: 'Ética profesional', of: null };
  const posted = event('award.decide', { target: 'rst_1', object: roster, details: { decided: 40 } });
  expect(sentenceOf(posted, TEXT.en, names)).toBe('Ana decided on 40 awards: Ética profesional');
});

test('a change of role names both roles, even one that this page does not know', () => {
  const object = { type: 'person', id: 'per_1', name: 'Eva', of: null };
  const changed = event('person.change_role', { object, details: { before: 'viewer', seat: 'judge' } });
  expect(sentenceOf(changed, TEXT.en, names)).toBe('Ana changed somebody’s role: Eva, from viewer to judge');
});

test.each(['something.new', 'constructor', '__proto__'])(
  'an action without a sentence (%s) is shown as it is',
  (action) => {
    expect(sentenceOf(event(action), TEXT.en, names)).toBe(`Ana: ${action}`);
  },
);

test.each(['en', 'es'] as const)(
  'everything that the audit log can hold has a sentence in %s',
  (language) => {
    const { sentences } = TEXT[language];
    expect(Object.keys(sentences).toSorted()).toEqual(AUDIT_ACTIONS.toSorted());
    for (const action of AUDIT_ACTIONS) {
      const sentence = sentenceOf(
        event(action, { details: { certificates: 5, name: 'x' } }),
        TEXT[language],
        names,
      );
      expect(sentence).toMatch(/^\p{Lu}.*[\p{L}”»]$/u);
      expect(sentence).not.toContain(action);
    }
  },
);
