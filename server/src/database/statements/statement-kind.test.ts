import { expect, test } from 'vitest';
import { readMigrations } from '../migrate.ts';
import { isRead, QUICK_WRITERS } from './statement-kind.ts';

test('a statement that changes or locks rows is not a read', () => {
  expect(isRead('select 1')).toBe(true);
  expect(isRead('with newest as (select updated_at from certificates) select * from newest')).toBe(true);
  expect(isRead('with gone as (delete from sessions returning id) select count(*) from gone')).toBe(false);
  expect(isRead('INSERT INTO accounts (id) values ($1)')).toBe(false);
  expect(isRead('select * from accounts for update')).toBe(false);
  expect(isRead('select reclaim_reservations() as reclaimed')).toBe(false);
});

test('a schema function that writes is known as a writer, unless it never waits for a standby', async () => {
  const schema = (await readMigrations()).map(({ sql }) => sql).join('\n');
  const functions = schema.matchAll(
    /create (?:or replace )?function (\w+)\s*\((?:(?!create (?:or replace )?function)[\s\S])*?(\$\$[\s\S]*?\$\$|return [\s\S]*?;)/gi,
  );
  const writers: string[] = [];
  for (const [whole, name = '', body = ''] of functions) {
    const isTrigger = /returns trigger/i.test(whole.slice(0, whole.length - body.length));
    const writes = /\b(?:insert into|update \w+|delete from|for update|for share)\b/i.test(body);
    if (!isTrigger && writes) writers.push(name);
  }
  expect(writers).toContain('begin_certificate');
  expect(writers).toContain('holds_duty');
  for (const name of writers) {
    expect([name, isRead(`select ${name}($1)`)]).toEqual([name, QUICK_WRITERS.includes(name)]);
  }
});
