import type { JsonObject } from '../../../contract/index.js';
import type { DatabaseAccess, EgressAnswer, EgressRequest } from '../../egress/index.js';

/** What connectors reach the outside with. */
export interface SourceAccess extends DatabaseAccess {
  /** Sends a request to an allowed address. */
  send(request: Pick<EgressRequest, 'url' | 'method' | 'headers' | 'body'>): Promise<EgressAnswer>;
}

/** What a step did and found, for people. */
export interface StepOutcome {
  /** The statement or request. */
  command: string;
  summary: string;
}

/** A source whose connection is tested, opened. Steps reject with an `EgressError`. */
export interface TestedSource {
  steps: Readonly<Record<string, () => Promise<StepOutcome>>>;
  close(): Promise<void>;
}

/** Tests connections of one type without an external runner. */
export interface Connector {
  /** Why it cannot test this configuration, as a clause; null if it can. */
  refuses(config: JsonObject): string | null;
  /** Rejects with an `EgressError`. */
  open(config: JsonObject, access: SourceAccess): Promise<TestedSource>;
}
