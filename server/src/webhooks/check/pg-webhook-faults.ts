/** Checks the secrets that sign what is sent to webhooks. */

import { rowsOf } from '../../database/check/pg-pieces.ts';
import { checkSealed } from '../../database/check/sealed-secrets.ts';
import * as read from '../../database/row-reader.ts';

export const checkWebhookSecrets = checkSealed({
  name: 'webhooks: secrets',
  code: 'webhook_secret_broken',
  message: 'The secret of a webhook cannot be decrypted: nothing is sent to it. Rotate it.',
  secrets: {
    of: rowsOf('webhooks', ['id']),
    sql: `select w.account_id, s.sealed, w.account_id || ' ' || w.id as bound_to
            from piece w, unnest(array[w.secret, w.old_secret]) as s (sealed) where s.sealed is not null`,
  },
  boundTo: (row) => read.text(row, 'bound_to'),
});
