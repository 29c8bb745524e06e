export { type IngestionOptions, ingestionFeature } from './ingestion-feature.js';
