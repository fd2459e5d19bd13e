/** What belongs to an account, and the secrets of second factors. */

import { compareRows } from '../../database/check/pg-comparison.ts';
import { ownerMissing } from '../../database/check/pg-owners.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';
import { checkSealed } from '../../database/check/sealed-secrets.ts';
import { text } from '../../database/row-reader.ts';

export const checkOwnersOfLogins = compareRows('people: owners', [
  ownerMissing('sessions', ['token_hash']),
  ownerMissing('second_factors', ['account_id']),
  ownerMissing('recovery_codes', ['account_id', 'code_hash']),
  ownerMissing('passkeys', ['id']),
  ownerMissing('password_resets', ['token_hash']),
  ownerMissing('address_changes', ['token_hash']),
]);

export const checkSecondFactors = checkSealed({
  name: 'people: second factors',
  code: 'second_factor_broken',
  message: 'The secret of its second factor cannot be decrypted: its codes are refused.',
  secrets: {
    of: rowsOf('second_factors', ['account_id']),
    sql: `select f.account_id, s.sealed from piece f, unnest(array[f.secret, f.pending_secret]) as s (sealed)
           where s.sealed is not null`,
  },
  boundTo: (row) => text(row, 'account_id'),
});
