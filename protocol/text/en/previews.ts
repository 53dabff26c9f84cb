export const previews = {
  'preview.product': 'Geulmaru – notes you read with friends',
  'preview.productMore':
    'You write, friends read, a talk begins. Share a note in a room and replies arrive right there.',
  'preview.agora': 'Agora · Geulmaru',
  'preview.agoraMore':
    'Say in 100 characters what you wish for Geulmaru, and read what the administrators answer.',
  'preview.terms': 'Terms of service · Geulmaru',
  'preview.termsMore': 'What we promise each other when we use Geulmaru.',
  'preview.privacy': 'Privacy policy · Geulmaru',
  'preview.privacyMore': 'What Geulmaru stores, who sees it, and when it is deleted.',
  'preview.lookaround': 'Look around · Geulmaru',
  'preview.lookaroundMore': 'See a room of friends move for a minute, without signing up.',
  'preview.unknown': 'Page not found · Geulmaru',
  'preview.picture': 'Written on manuscript paper: you write, friends read, a talk begins.',
} as const
