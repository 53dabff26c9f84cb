export const carrying = {
  'carrying.label': 'Text from the lookaround',
  'carrying.comesAlong': 'Comes with you',
  'carrying.take': 'Make it mine',
  'carrying.topic': 'First notes',
  'carrying.atLeaving': 'The text from the lookaround will be gone when you sign out.',
} as const
