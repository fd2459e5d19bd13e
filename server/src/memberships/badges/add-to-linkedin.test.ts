import { expect, test } from 'vitest';
import { linkedInAddress } from './add-to-linkedin.ts';

const BADGE = { title: 'Cardiología & «2026» + taller', issuer: 'Consejo', awardedOn: '2026-03-05' };

test('LinkedIn is given what it names a certification by, each once and percent-encoded', () => {
  const page = { url: 'https://sello.example/b/abc', id: 'abc' };
  const address = new URL(linkedInAddress({ ...BADGE, page }));
  expect([address.origin, address.pathname]).toEqual(['https://www.linkedin.com', '/profile/add']);
  expect([...address.searchParams]).toEqual([
    ['startTask', 'CERTIFICATION_NAME'],
    ['name', BADGE.title],
    ['organizationName', 'Consejo'],
    ['issueYear', '2026'],
    ['issueMonth', '3'],
    ['certUrl', page.url],
    ['certId', 'abc'],
  ]);
  expect(address.search).not.toContain('+');
});

test('without a page that anybody may read, none is named', () => {
  expect([...new URL(linkedInAddress(BADGE)).searchParams.keys()]).not.toContain('certUrl');
});
