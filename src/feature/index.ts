export { combineFeatures, type FeatureParts } from './combine-features.js';
export type { EndlessDeps, Feature, FeatureJob, FeatureWork, JobDeps, WorkDeps } from './feature.js';
export type {
  GaugeOptions,
  HistogramOptions,
  LabelledGaugeOptions,
  Metrics,
  MetricsDeps,
  Observe,
  RegisterMetrics,
} from './metrics.js';
export type { InitialDeps, SettingKind, SettingKinds, SettingValue } from './setting-kind.js';
