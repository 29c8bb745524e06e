import { Bell } from 'lucide-react';
import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { observeWords } from '../../words/quality/observe.js';
import { ALERT } from './kinds.js';

const t = say(observeWords);
const form = () => import('./form/alert-form-page.js');
const detail = () => import('./detail/alert-page.js');

export const routes: readonly PageRoute[] = [
  {
    path: 'observability/alerts',
    page: () => import('./alert-list-page.js').then((m) => m.AlertsPage),
    title: () => t('alerts'),
    nav: { section: 'observe', icon: Bell, order: 20, needs: [ALERT, 'ViewBasic'], key: 'a' },
  },
  {
    path: 'observability/alerts/add',
    page: () => form().then((m) => m.AddAlertPage),
    title: () => t('addAlert'),
    needs: [[ALERT, 'Create']],
  },
  {
    path: 'observability/alerts/edit/:name/*',
    page: () => form().then((m) => m.EditAlertPage),
    title: () => t('alerts'),
    needs: [[ALERT, 'EditAll']],
  },
  {
    path: 'observability/alert/:name/*',
    page: () => detail().then((m) => m.AlertPage),
    title: () => t('alerts'),
  },
  {
    path: 'settings/notifications',
    page: () => import('./alert-list-page.js').then((m) => m.NotificationsPage),
    title: () => t('notifications'),
    setting: { group: 'notifications', about: () => t('notificationsAbout'), needs: [ALERT, 'ViewBasic'] },
  },
  {
    path: 'settings/notifications/add-notification',
    page: () => form().then((m) => m.AddNotificationPage),
    title: () => t('addNotification'),
    needs: [[ALERT, 'Create']],
  },
  {
    path: 'settings/notifications/edit-notification/:name/*',
    page: () => form().then((m) => m.EditAlertPage),
    title: () => t('notifications'),
    needs: [[ALERT, 'EditAll']],
  },
  ...['alert', 'alerts'].map((word) => ({
    path: `settings/notifications/${word}/:name/*`,
    page: () => detail().then((m) => m.NotificationPage),
    title: () => t('notifications'),
  })),
  {
    path: 'settings/notifications/templates',
    page: () => import('./templates/template-list-page.js').then((m) => m.TemplateListPage),
    title: () => t('templates'),
    setting: {
      group: 'notifications',
      about: () => t('templatesAbout'),
      needs: ['notificationTemplate', 'ViewBasic'],
    },
  },
  {
    path: 'settings/notifications/templates/add-template',
    page: () => import('./templates/template-page.js').then((m) => m.TemplatePage),
    title: () => t('templates'),
    needs: [['notificationTemplate', 'Create']],
  },
  {
    path: 'settings/notifications/templates/*',
    page: () => import('./templates/template-page.js').then((m) => m.TemplatePage),
    title: () => t('templates'),
  },
];
