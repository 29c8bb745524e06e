/** Wakes the server that works on an alert, for deliveries that it did not create itself. */
export const DELIVERIES_CHANNEL = 'alerts.deliveries';
