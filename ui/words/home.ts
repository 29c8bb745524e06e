import { defineWords } from './define-words.js';

export const homeWords = defineWords('home', {
  welcome: 'Welcome, {{name}}',
  owned: 'Owned by you',
  following: 'Followed by you',
  recent: 'Recently opened',
  nothingOwned: 'You own nothing yet',
  nothingOwnedText: 'Assets that you or your teams own are listed here.',
  nothingFollowed: 'You follow nothing yet',
  nothingFollowedText: 'Follow an asset on its page to find it here.',
  nothingRecent: 'Nothing opened yet',
  nothingRecentText: 'Search for an asset above, or explore the catalog.',
  explore: 'Explore the catalog',
  all: 'Show all {{count}}',
});
