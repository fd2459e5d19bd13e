import { expect, test } from 'vitest';
import { textOf } from './source-files.ts';

test("P46 in the composed database, the service's role is not a superuser", () => {
  const compose = textOf('compose.yaml');
  // The image makes POSTGRES_USER a superuser: it must not be the one that the service connects as.
  expect(compose).not.toContain('POSTGRES_USER');
  expect(compose).toContain('postgres://sello:');
  expect(compose).toContain('./deploy/postgres-role.sh:/docker-entrypoint-initdb.d/');
  expect(textOf('deploy/postgres-role.sh')).toMatch(/create role sello login nosuperuser/);
});
