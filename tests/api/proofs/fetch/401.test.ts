import { testKeyRefusals } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';

testKeyRefusals(`${API}/certificates/cert_0123456789012345678901/proof?type=nom151`);
