/** A server and a browser for the tests of one file. */

import { afterAll, beforeAll } from 'vitest';
import type { Account } from '../../server/src/people/accounts/ports.ts';
import { openBrowser, type TestBrowser } from '../harness/browser.ts';
import { shareSello } from '../harness/shared-sello.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

export type Stage = {
  readonly sello: TestSello;
  readonly browser: TestBrowser;
  /** Where the server listens. */
  readonly base: string;
  accountOf(email: string): Promise<Account>;
};

type Opened = Pick<Stage, 'sello' | 'browser' | 'base'>;

/**
 * Without settings, the server is the Sello that all files of the process share, so that browser windows and their
 * caches are kept for the next file. `settings` is called when the tests begin, and may use servers that were opened
 * before.
 */
export function openStage(settings?: () => Record<string, string>): Stage {
  let opened: Opened | undefined;
  const stage = (): Opened => {
    if (opened === undefined) throw new Error('the stage opens with the first test');
    return opened;
  };

  beforeAll(async () => {
    const sello = await (settings === undefined ? shareSello() : openTestSello(settings()));
    const base = await sello.listen();
    const browser = await openBrowser();
    const openPage: TestBrowser['openPage'] = (options) => browser.openPage({ baseUrl: base, ...options });
    opened = { sello, base, browser: { ...browser, openPage } };
  });
  afterAll(async () => {
    await opened?.browser.close(settings === undefined ? 'goes on' : undefined);
    await opened?.sello.close();
  });

  return {
    get sello() {
      return stage().sello;
    },
    get browser() {
      return stage().browser;
    },
    get base() {
      return stage().base;
    },
    async accountOf(email) {
      const found = await stage().sello.ports.people.findByEmail(email);
      if (found?.seat === undefined) throw new Error(`no account for ${email}`);
      return found.seat.account;
    },
  };
}
