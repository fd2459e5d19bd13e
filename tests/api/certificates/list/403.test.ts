import { testScopeRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';

testScopeRefusal(`${API}/certificates`, 'certificates:read');
