// What a page shows besides its content: loading, empty, failed, forbidden, not found.
import { Button, Loader, Skeleton } from '@mantine/core';
import type { ClientError } from 'cairn/client';
import { CircleAlert, CircleSlash, Inbox, Lock, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../../words/define-words.js';
import { stateWords } from '../../words/states.js';
import { Link } from '../link.js';
import { sentenceOf } from './sentence.js';
import classes from './states.module.css';

/** Nothing for 150 ms, then a skeleton of about the final size; after ten seconds it says that it takes long. */
export function Loading({ rows = 6, height = 20 }: { rows?: number; height?: number }) {
  const t = useWords(stateWords);
  return (
    <div className={classes.loading} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike
        <Skeleton key={i} height={height} width={`${[92, 78, 85, 64, 88, 71][i % 6]}%`} radius="sm" animate={false} />
      ))}
      <p className={classes.slow}>{t('slow')}</p>
    </div>
  );
}

export function LoadingLine() {
  const t = useWords(stateWords);
  return (
    <span className={classes.line} role="status">
      <Loader size={14} /> {t('loading')}
    </span>
  );
}

interface NoticeProps {
  icon?: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  /** What can be done: buttons or links. */
  action?: ReactNode;
  /** Less space, for a part of a page. */
  small?: boolean;
}

/** What belongs here, and the action that fills it. */
export function Empty({ icon: Icon = Inbox, title, children, action, small = false }: NoticeProps) {
  return (
    <div className={small ? classes.small : classes.notice}>
      <Icon size={small ? 20 : 28} className={classes.icon} aria-hidden />
      <div className={classes.title}>{title}</div>
      {children ? <div className={classes.text}>{children}</div> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}

/** Buttons that lead to the start page and to Explore, for pages with nothing else to do. */
export function HomeLinks() {
  const t = useWords(stateWords);
  return (
    <>
      <Button component={Link} to="/my-data" variant="default" size="xs">
        {t('goHome')}
      </Button>
      <Button component={Link} to="/explore" variant="default" size="xs">
        {t('goExplore')}
      </Button>
    </>
  );
}

interface FailedProps {
  error: ClientError | Error;
  retry?: () => unknown;
  small?: boolean;
}

/** The server's sentence, and what can be done: 403, 404 and others look different. 429 and 503 count down and try again. */
export function Failed({ error, retry, small = false }: FailedProps) {
  const t = useWords(stateWords);
  const { status = 0, requestId = null, retryAfterSeconds = null } = error as Partial<ClientError>;
  if (status === 404)
    return (
      <Empty icon={CircleSlash} title={t('notFound')} small={small} action={small ? null : <HomeLinks />}>
        {t('notFoundText')}
      </Empty>
    );
  if (status === 403)
    return (
      <Empty icon={Lock} title={t('forbidden')} small={small} action={small ? null : <HomeLinks />}>
        {sentenceOf(error)}
      </Empty>
    );
  const waits = retry && (status === 429 || status === 503) ? (retryAfterSeconds ?? 5) : null;
  return (
    <div role="alert">
      <Empty
        icon={CircleAlert}
        title={t('failed')}
        small={small}
        action={
          <>
            {retry ? (
              <Button variant="default" size="xs" onClick={() => void retry()}>
                {t('retry')}
              </Button>
            ) : null}
            {waits === null || !retry ? null : <CountDown key={error.message} seconds={waits} done={retry} />}
          </>
        }
      >
        {sentenceOf(error)}
        {requestId ? <div className={classes.id}>{t('requestId', { id: requestId })}</div> : null}
      </Empty>
    </div>
  );
}

/** Says when it is tried again, and does it. */
export function CountDown({ seconds, done }: { seconds: number; done: () => unknown }) {
  const t = useWords(stateWords);
  const [left, setLeft] = useState(Math.ceil(seconds));
  useEffect(() => {
    if (left <= 0) {
      void done();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, done]);
  return <span className={classes.text}>{t('retryIn', { count: Math.max(0, left) })}</span>;
}

interface AsyncProps<T> {
  /** What `useOperation` returned. */
  of: { data: { value: T } | undefined; error: ClientError | null; refetch: () => unknown };
  /** Shown while it loads; default: a skeleton. */
  loading?: ReactNode;
  small?: boolean;
  children: (value: T) => ReactNode;
}

/** The answer of an operation once it is there; before, that it loads or why it failed. An answer that is known stays. */
export function Async<T>({ of, loading, small = false, children }: AsyncProps<T>) {
  if (of.data) return children(of.data.value);
  if (of.error) return <Failed error={of.error} retry={of.refetch} small={small} />;
  return loading ?? <Loading rows={small ? 3 : 6} />;
}
