import type { Config } from '../config/index.js';
import type { Mail } from '../mail/index.js';

/** What alerts need of the composition root. */
export interface AlertDeps {
  config: Pick<Config, 'webhookAllow' | 'signatureHeader'>;
  mail: Pick<Mail, 'send'>;
}
