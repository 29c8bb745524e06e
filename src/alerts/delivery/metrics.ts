import type { RegisterMetrics } from '../../feature/index.js';
import { alertLag, alertTotals, openCircuits } from '../../storage/index.js';

export const deliveryMetrics: RegisterMetrics = ({ gauge, labelledGauge }, { read }) => {
  labelledGauge({
    name: 'cairn_alert_deliveries',
    help: 'Deliveries of the alerts that exist: delivered and failed since they were created, and pending now.',
    label: 'outcome',
    read: async () => new Map(Object.entries(await read(alertTotals))),
  });
  gauge({
    name: 'cairn_alert_lag_events',
    help: 'Number of events that the enabled alert furthest behind has not read yet.',
    read: () => read(alertLag),
  });
  gauge({
    name: 'cairn_alert_open_circuits',
    help: 'Number of destinations of alerts that are believed to be down.',
    read: () => read(openCircuits),
  });
};
