import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Dialogs have a `<header>`, which would be a second banner of the page. */
const headless = { header: { role: 'none' } };

// Mantine derives what `tokens.css` does not name from these.
const moss: MantineColorsTuple = [
  '#f3f8ea',
  '#e6efd6',
  '#cddfae',
  '#b2ce82',
  '#9bbf5e',
  '#86ad48',
  '#6d923a',
  '#587830',
  '#4a6629',
  '#3a5220',
];

export const theme = createTheme({
  primaryColor: 'moss',
  primaryShade: { light: 8, dark: 7 },
  colors: { moss },
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.35' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '10px', xl: '10px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '24px' }, h2: { fontSize: '16px' }, h3: { fontSize: '14px' } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28, c: 'var(--n10)' } },
    // Otherwise each select draws its options, and looks for a place for them, before anybody opens it.
    Combobox: { defaultProps: { keepMounted: false } },
    SegmentedControl: { defaultProps: { transitionDuration: 0 } },
    Tooltip: { defaultProps: { withArrow: false, transitionProps: { duration: 100 } } },
    Modal: {
      defaultProps: {
        closeOnClickOutside: false,
        centered: true,
        transitionProps: { duration: 120 },
        radius: 'lg',
        attributes: headless,
      },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 120 }, attributes: headless } },
    Menu: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md', radius: 'md' } },
    Popover: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md', radius: 'md' } },
  },
});
