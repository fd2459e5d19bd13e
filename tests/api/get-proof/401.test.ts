import { API } from '../../harness/test-sello.ts';
import { testKeyRefusals } from '../expect-refusal.ts';

testKeyRefusals(`${API}/certificates/cert_0123456789012345678901/proof?type=nom151`);
