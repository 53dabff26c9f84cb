export const connection = {
  'connection.disconnected': 'Connection lost. Reconnecting…',
  'connection.unreached': 'The server cannot be reached. You stay signed in, and we keep trying.',
  'connection.kept': 'Opened offline. Showing what is kept on this device.',
  'connection.keptSince': 'Last connected:',
  'connection.crowded':
    'Too many windows are open right now, so new things do not appear by themselves. Close some of them to reconnect.',
  'connection.reconnected': 'Back online.',
  'connection.late': 'Updates may be a little late right now.',
  'connection.newVersion': 'A new version is out.',
  'connection.sessionEnded': 'You have been signed out. Please sign in again.',
} as const
