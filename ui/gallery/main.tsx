import { createRoot } from 'react-dom/client';
import '../styles/tokens.css'; // first: it says the order of layers
import '../styles/mantine.js';
import { MantineProvider } from '@mantine/core';
import { MemoryRouter } from 'react-router';
import { Toasts } from '../app/shell/toasts.js';
import { theme } from '../styles/theme.js';
import { Gallery } from './gallery.js';

/** The nonce of this page, which the policy asks of style elements. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// Where react-remove-scroll, which dialogs use, looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const asked = new URLSearchParams(location.search);
document.documentElement.toggleAttribute('data-dense', asked.has('dense'));
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <MantineProvider theme={theme} defaultColorScheme="auto" {...(nonce ? { getStyleNonce: () => nonce } : {})}>
      <MemoryRouter>
        <Gallery show={asked.get('show')} />
        <Toasts />
      </MemoryRouter>
    </MantineProvider>,
  );
