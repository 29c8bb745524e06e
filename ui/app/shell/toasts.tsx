import { CloseButton, Portal } from '@mantine/core';
import { hideNotification, type NotificationData, notificationsStore, useNotifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import classes from './toasts.module.css';

const SHOWN = 3;
const STAY = 6000;

/** News in a corner of the page. The store is that of Mantine; its own list moves, stacks and drags them, which is ten times the code. */
export function Toasts() {
  const { notifications } = useNotifications();
  useEffect(() => {
    notificationsStore.updateState((now) => ({ ...now, limit: SHOWN }));
  }, []);
  return (
    <Portal>
      <div className={classes.toasts}>
        {notifications.map((news) => (
          <Toast key={news.id} news={news} />
        ))}
      </div>
    </Portal>
  );
}

/** Stays while the pointer or the focus is on it. */
function Toast({ news }: { news: NotificationData }) {
  const { id = '', title, message, color, role = 'alert', autoClose = STAY, closeButtonProps } = news;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || typeof autoClose !== 'number') return;
    const timer = setTimeout(() => hideNotification(id), autoClose);
    return () => clearTimeout(timer);
  }, [held, autoClose, id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has the role that its sender gave it
    <div
      role={role}
      className={classes.toast}
      data-failed={color === 'red' || undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={classes.text}>
        {title ? <div className={classes.title}>{title}</div> : null}
        <div>{message}</div>
      </div>
      <CloseButton {...closeButtonProps} size="sm" onClick={() => hideNotification(id)} />
    </div>
  );
}
