export const previews = {
  'preview.product': '글마루 – notes you read with friends',
  'preview.productMore':
    'You write, friends read, a talk begins. Share a note in a room and replies arrive right there.',
  'preview.agora': 'Agora · 글마루',
  'preview.agoraMore':
    'Say in 100 characters what you wish for 글마루, and read what the administrators answer.',
  'preview.terms': 'Terms of service · 글마루',
  'preview.termsMore': 'What we promise each other when we use 글마루.',
  'preview.privacy': 'Privacy policy · 글마루',
  'preview.privacyMore': 'What 글마루 stores, who sees it, and when it is deleted.',
  'preview.lookaround': 'Look around · 글마루',
  'preview.lookaroundMore': 'See a room of friends move for a minute, without signing up.',
  'preview.unknown': 'Page not found · 글마루',
  'preview.picture': 'Written on manuscript paper: you write, friends read, a talk begins.',
} as const
