/** Reports faults in the files of the embedded authorities, as the files were when the check was opened. */

import type { Check } from '../../database/check/check.ts';
import { problem } from '../../database/check/finding.ts';
import type { KnownAuthorities } from '../authority/inspect.ts';

export const checkAuthorities: Check<{ authorities: KnownAuthorities }> = {
  name: 'timestamps: files of the authorities',
  async *find({ authorities }) {
    for (const { where, message } of authorities.problems) yield problem('authority_files', where, message);
  },
};
