import { testScopeRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';

testScopeRefusal(`${API}/verify/${'a'.repeat(64)}`, 'verify:read');
