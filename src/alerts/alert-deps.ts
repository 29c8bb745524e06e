import type { Access } from '../access/index.js';
import type { Config } from '../config/index.js';
import type { Mail } from '../mail/index.js';

/** What alerts need of the composition root. */
export interface AlertDeps {
  config: Pick<Config, 'webhookAllow' | 'signatureHeader' | 'circuitAfter' | 'deliveryRetentionDays'>;
  access: Pick<Access, 'authorizer' | 'rights'>;
  mail: Pick<Mail, 'send'>;
}
