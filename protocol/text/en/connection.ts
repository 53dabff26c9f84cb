export const connection = {
  'connection.disconnected': 'The connection is lost. Reconnecting.',
  'connection.unreached': 'The server cannot be reached. You stay signed in, and we keep trying.',
  'connection.kept': 'Opened without a connection. You see what this device has kept.',
  'connection.keptSince': 'Last connected:',
  'connection.crowded':
    'Too many windows are open right now, so news does not appear by itself. Close some to reconnect.',
  'connection.reconnected': 'Connected again.',
  'connection.late': 'News may come a little late just now.',
  'connection.newVersion': 'A new version is out.',
  'connection.reload': 'Reload',
  'connection.sessionEnded': 'You have been signed out. Please sign in again.',
} as const
