export const common = {
  /** Whose words these are. */
  'common.language': 'en',
  'common.appName': 'Geulmaru',
  'common.retry': 'Try again',
  'common.reload': 'Reload',
  'common.close': 'Close',
  'common.loading': 'Loading…',
  'common.textTooLong': 'That text is too long, so nothing was put in. Please put it in bit by bit.',
  'common.working': 'Working…',
  'common.me': 'me',
  'common.unread': '{count} unread {count#one note|other notes}',
  'common.waitingReports': '{count} {count#one report|other reports} to look at',

  'error.unreachable': 'Geulmaru cannot be reached. Please try again in a moment.',
  'error.screen': 'Something went wrong on this screen.',
  'error.notOpened':
    'The server cannot be reached, so this is not open yet. It opens once there is a connection.',
  'error.lazyPart': 'This screen could not be loaded.',
} as const
