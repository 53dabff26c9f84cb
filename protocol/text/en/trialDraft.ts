export const trialDraft = {
  'trialDraft.label': 'Text from the lookaround',
  'trialDraft.comesAlong': 'Comes with you',
  'trialDraft.take': 'Make it mine',
  'trialDraft.topic': 'First notes',
  'trialDraft.atLeaving': 'The text from the lookaround will be gone when you sign out.',
} as const
