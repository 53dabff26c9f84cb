export const connection = {
  'connection.disconnected': 'The connection is lost. Reconnecting.',
  'connection.unreached': 'The server cannot be reached. You stay signed in, and we keep trying.',
  'connection.kept': 'Opened offline. You see what is kept on this device.',
  'connection.keptSince': 'Last connected:',
  'connection.crowded':
    'Too many windows are open right now, so new things do not appear by themselves. Close some to reconnect.',
  'connection.reconnected': 'Connected again.',
  'connection.late': 'Updates may be a little late right now.',
  'connection.newVersion': 'A new version is out.',
  'connection.reload': 'Reload',
  'connection.sessionEnded': 'You have been signed out. Please sign in again.',
} as const
