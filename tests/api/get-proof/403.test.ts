import { API } from '../../harness/test-sello.ts';
import { testScopeRefusal } from '../expect-refusal.ts';

testScopeRefusal(`${API}/certificates/cert_0123456789012345678901/proof?type=nom151`, 'proofs:read');
