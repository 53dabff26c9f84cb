export const common = {
  'common.appName': 'Geulmaru',
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.delete': 'Delete',
  'common.retry': 'Try again',
  'common.loading': 'Loading…',
  'common.working': 'Working…',
  'common.optional': '(optional)',
  'common.count': '{count}/{max}',
  'common.manuscriptPages': '{pages} manuscript pages',
  'common.me': 'me',
  'common.unread': '{count} unread notes',
  'common.tooLong': 'Longer than {max} characters',

  'error.invalid': 'Please check what you entered.',
  'error.controlCharacters':
    'There are invisible control characters in it. Please remove them and try again.',
  'error.tooManyMarks': 'One letter carries too many marks. Please use fewer.',
  'error.notSignedIn': 'Please sign in again.',
  'error.forbidden': 'You may not do this.',
  'error.passwordChangeNeeded':
    'You signed in with a temporary password. Please set a new one in My info to go on.',
  'error.notFound': 'This could not be found. It may be gone already.',
  'error.quota': 'You can’t have more of these. Please delete some that you no longer use and try again.',
  'error.tooLarge': 'What you sent is too large.',
  'error.tooMany': 'Please try again in {seconds} seconds.',
  'error.tooManyMinutes': 'Please try again in {minutes} minutes.',
  'error.tooManyHours': 'Please try again in {hours} hours.',
  'error.unavailable': 'The server cannot answer now. Please try again shortly.',
  'error.internal': 'Something went wrong on the server. Please try again shortly.',
  'error.offline': 'You are offline. Please check your connection.',
  'error.screen': 'Something went wrong on this screen.',
  'error.lazyPart': 'This screen could not be loaded.',

  'quota.topics':
    'One person can have 1,000 topics. Please delete some that you no longer use and try again.',
  'quota.notes': 'One person can have 20,000 notes. Please delete some that you no longer use and try again.',
  'quota.hubsMade': 'One person can make 500 rooms. Please add friends to one of them instead.',
  'quota.blocks':
    'One person can block 1,000 people. Please unblock somebody in My information and try again.',

  'list.loadFailed': 'The list could not be loaded.',

  'page.label': 'Pages',
  'page.first': 'First',
  'page.previous': 'Previous',
  'page.next': 'Next',
  'page.last': 'Last',
  'page.goTo': 'Go to page {page}',
  'page.current': 'Page {page}, current',

  'time.now': 'just now',
  'time.minutesAgo': '{minutes} min ago',
} as const
