import { API } from '../../harness/test-sello.ts';
import { testScopeRefusal } from '../expect-refusal.ts';

testScopeRefusal(`${API}/certificates`, 'certificates:read');
