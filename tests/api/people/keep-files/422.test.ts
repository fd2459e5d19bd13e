import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test.for([0, -1, 1.5, 36_501, '30', true])(
  '%j days are refused by name',
  async (keep_files_days, { sello }) => {
    const { password, call } = await signUp(sello);
    const answer = await call('PUT', '/retention', { password, keep_files_days });
    expect(expectRefusal(answer, 422, 'validation_failed')).toContain('keep_files_days');
  },
);
