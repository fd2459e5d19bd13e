import { expect, test } from 'vitest';
import { type NamedDocument, nameSchemas } from './name-schemas.ts';

const cat = {
  title: 'Cat',
  type: 'object',
  properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
};
const dog = { title: 'Dog', type: 'object', properties: { kind: { const: 'dog' } } };

function named(paths: object, schemas: Record<string, unknown> = {}) {
  const document: NamedDocument = { paths, components: { schemas } };
  nameSchemas(document);
  return { paths: document.paths, schemas: document.components?.schemas };
}

test('a titled schema becomes a component and is replaced by references', () => {
  const { paths, schemas } = named({ one: { schema: cat }, many: { items: { ...cat } } });
  const reference = { $ref: '#/components/schemas/Cat' };
  expect(paths).toEqual({ one: { schema: reference }, many: { items: reference } });
  expect(schemas).toEqual({ Cat: { type: 'object', properties: cat.properties } });
});

test('titles within titles are lifted too, from the inside out', () => {
  const home = { title: 'Home', type: 'object', properties: { pet: cat } };
  expect(named({ home }).schemas).toEqual({
    Cat: { type: 'object', properties: cat.properties },
    Home: { type: 'object', properties: { pet: { $ref: '#/components/schemas/Cat' } } },
  });
});

test('one that may be null is the component or null', () => {
  const { paths, schemas } = named({ pet: { ...cat, type: ['object', 'null'] } });
  expect(paths).toEqual({ pet: { anyOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'null' }] } });
  expect(schemas?.Cat).toMatchObject({ type: 'object' });
});

test('descriptions that differ stay at each use, others move to the component', () => {
  const [mine, yours] = [
    { ...cat, description: 'Mine.' },
    { ...cat, description: 'Yours.' },
  ];
  const apart = named({ mine, yours });
  expect(apart.paths).toMatchObject({ mine: { description: 'Mine.' }, yours: { description: 'Yours.' } });
  expect(apart.schemas?.Cat).not.toHaveProperty('description');
  const alike = named({ mine, also: mine });
  expect(alike.paths).toEqual({
    mine: { $ref: '#/components/schemas/Cat' },
    also: { $ref: '#/components/schemas/Cat' },
  });
  expect(alike.schemas?.Cat).toMatchObject({ description: 'Mine.' });
});

test('the variants of a union are distinguished by the field that differs', () => {
  const { schemas } = named({ pet: { title: 'Pet', anyOf: [cat, dog] } });
  expect(schemas?.Pet).toEqual({
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: {
      propertyName: 'kind',
      mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
    },
  });
});

test('two different schemas of one name are refused', () => {
  expect(() => named({ one: cat, other: { ...dog, title: 'Cat' } })).toThrow('called Cat');
});

test('unused components are left out, and examples are not changed', () => {
  const example = { title: 'Cat', properties: { a: 1 } };
  const { paths, schemas } = named({ one: { example } }, { Error: { type: 'object' } });
  expect(paths).toEqual({ one: { example } });
  expect(schemas).toEqual({});
});
