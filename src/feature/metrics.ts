import type { Store } from '../storage/index.js';

/** Registers metrics, each name once. `/metrics` serves them in the Prometheus text format. */
export interface Metrics {
  gauge(gauge: GaugeOptions): void;
  /** A gauge with one label. */
  labelledGauge(gauge: LabelledGaugeOptions): void;
  /** Returns a function that records one observation. */
  histogram(histogram: HistogramOptions): Observe;
}

export interface GaugeOptions {
  /** Such as `cairn_writes_pending`; ends in its unit. */
  name: string;
  help: string;
  /** Called for each scrape. A gauge whose read fails has no value in that scrape. */
  read(): number | Promise<number>;
}

export interface LabelledGaugeOptions extends Omit<GaugeOptions, 'read'> {
  label: string;
  /** The current value for each value of the label. */
  read(): Promise<ReadonlyMap<string, number>>;
}

export interface HistogramOptions {
  /** Such as `cairn_http_request_duration_seconds`; ends in its unit. */
  name: string;
  help: string;
  /** Names of labels that every observation has. */
  labels?: readonly string[];
  /** Upper bounds of the buckets, ascending. */
  buckets: readonly number[];
}

export type Observe = (value: number, labels?: Readonly<Record<string, string>>) => void;

export type RegisterMetrics = (metrics: Metrics, deps: MetricsDeps) => void;

/** What metrics can measure on the main thread, which reads and forwards writes to the worker. */
export interface MetricsDeps {
  read: Store['read'];
  /** Writes that are queued or running. */
  pendingWrites(): number;
}
