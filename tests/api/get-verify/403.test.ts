import { API } from '../../harness/test-sello.ts';
import { testScopeRefusal } from '../expect-refusal.ts';

testScopeRefusal(`${API}/verify/${'a'.repeat(64)}`, 'verify:read');
