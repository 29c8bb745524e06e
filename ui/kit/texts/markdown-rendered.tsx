import { Image } from 'lucide-react';
import { lazy } from 'react';
import Renderer, { type Components } from 'react-markdown';
import { Link as RouterLink } from 'react-router';
import { useWords } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';
import { githubMarkdown } from './github-markdown.js';

/** Links lead to pages of this application without loading it again; images of other hosts are shown as links, so that displaying a text sends no request to them. */
const COMPONENTS: Components = {
  a: ({ href, children }) =>
    href?.startsWith('/') && !href.startsWith('//') ? (
      <RouterLink to={href}>{children}</RouterLink>
    ) : (
      <a href={href} rel="noreferrer noopener">
        {children}
      </a>
    ),
  img: ({ src, alt }) => <ImageLink src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  input: ({ checked }) => <input type="checkbox" checked={checked === true} readOnly tabIndex={-1} aria-hidden />,
};

function ImageLink({ src, alt }: { src: string; alt: string }) {
  const t = useWords(kitWords);
  return (
    <a href={src} rel="noreferrer noopener">
      <Image size={14} aria-hidden /> {t('image', { name: alt || src })}
    </a>
  );
}

const WithHtml = lazy(() => import('./markdown-html.js').then((m) => ({ default: m.MarkdownHtml })));
const TAG = /<[a-z!/]/i;

export function MarkdownRendered({ text }: { text: string }) {
  if (TAG.test(text)) return <WithHtml text={text} components={COMPONENTS} />;
  return (
    <Renderer remarkPlugins={[githubMarkdown]} components={COMPONENTS}>
      {text}
    </Renderer>
  );
}
