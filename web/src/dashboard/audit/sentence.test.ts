import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../server/src/audit/actions.ts';
import type { AuditEvent } from '../api.ts';
import { sentenceOf } from './sentence.ts';
import { TEXT } from './text.ts';

const names = new Map([['key_1', 'Servidor']]);

function event(action: string, more: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: '1',
    at: '2026-01-31T12:00:00.000Z',
    action,
    actor: { type: 'person', name: 'Ana' },
    ip: null,
    user_agent: null,
    target: null,
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
    actor: { type: 'operator', name: 'operator' },
    details: { certificates: 50 },
  });
  expect(sentenceOf(grant, TEXT.es, names)).toBe('El operador otorgó 50 certificados');
  expect(
    sentenceOf(event('certificate.create', { actor: { type: 'key', name: 'CI' } }), TEXT.es, names),
  ).toBe('La clave «CI» creó un certificado');
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
