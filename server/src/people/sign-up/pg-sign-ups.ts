/** Sign-ups that wait for their e-mail address to be proved. Only hashes of their tokens are stored. */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { LANGUAGES } from '../persons/ports.ts';
import type { SignUpStore } from './ports.ts';

export function makeSignUpStore(database: Database): SignUpStore {
  return {
    async add({ email, name, language, timeZone }, tokenHash, expiresAt) {
      await database.query(
        `insert into sign_ups (token_hash, email, name, language, time_zone, expires_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [tokenHash, email, name, language, timeZone, expiresAt],
        'add-sign-up',
      );
    },

    async find(tokenHash, now) {
      const [row] = await database.query(
        `select email, name, language, time_zone from sign_ups where token_hash = $1 and expires_at > $2`,
        [tokenHash, now],
        'sign-up',
      );
      return (
        row && {
          email: read.text(row, 'email'),
          name: read.text(row, 'name'),
          language: read.optionalOneOf(row, 'language', LANGUAGES),
          timeZone: read.optionalText(row, 'time_zone'),
        }
      );
    },

    async forget(email) {
      await database.query('delete from sign_ups where lower(email) = lower($1)', [email], 'forget-sign-ups');
    },
  };
}
