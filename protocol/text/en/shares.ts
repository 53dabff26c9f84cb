export const shares = {
  'shares.panel': 'Rooms to share with',
  'shares.share': 'Share note',
  'shares.cancel': 'Cancel sharing',
  'shares.shared': 'Shared.',
  'shares.cancelled': 'Sharing cancelled.',
  'shares.audience': '{count} people will read it',
  'shares.noFriends': 'You have no friends to share notes with yet; find and add friends in Friend list.',
  'shares.toFriends': 'Friend list',
} as const
