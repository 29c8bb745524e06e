/** How many events wait for each reader, as far as it is known where metrics are asked for. */
import { lastPosition, readerLags, type Sql } from '../storage/index.js';
import type { EventReader, ReaderScope } from './event-reader.js';

export interface ReaderLag {
  reader: string;
  /** Events. */
  lag: number;
}

export interface ReaderLags {
  /** How far a reader of this server alone is. */
  handled(name: string, position: number): void;
  read(sql: Sql): Promise<ReaderLag[]>;
}

/** `readers` is asked for when it is needed: positions may arrive before the features are there. */
export function createReaderLags<S extends ReaderScope>(readers: () => readonly EventReader<S>[]): ReaderLags {
  const positions = new Map<string, number>();
  return {
    handled: (name, position) => void positions.set(name, position),
    async read(sql) {
      const stored = readers().flatMap(({ scope, name }) => (scope === 'once' ? [name] : []));
      const lags = stored.length > 0 ? await readerLags(sql, stored) : [];
      if (positions.size === 0) return lags;
      const last = await lastPosition(sql);
      return [...lags, ...[...positions].map(([reader, position]) => ({ reader, lag: Math.max(0, last - position) }))];
    },
  };
}
