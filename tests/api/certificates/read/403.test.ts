import { testScopeRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';

testScopeRefusal(`${API}/certificates/cert_0123456789012345678901`, 'certificates:read');
